// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/take_pages.hpp"

#include "core/base/error.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace kitt::comms::detail {

bool take_pages(void* begin, std::size_t bytes, std::size_t page_bytes) {
  // Reading from /dev/zero makes the system write into the page. The system reports an error if it
  // has no page.
  int const zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
  KITT_VALIDATE(zeros >= 0, "/dev/zero cannot be opened (KITT obtains reserved pages through it): "
                            "use --hugepages madvise or none");
  bool all = true;
  for (std::size_t offset = 0; all && offset < bytes; offset += page_bytes)
    all = read(zeros, static_cast<char*>(begin) + offset, 1) == 1;
  close(zeros);
  return all;
}

} // namespace kitt::comms::detail
