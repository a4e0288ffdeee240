// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/mapped_file.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

namespace kitt::detail {

MappedFile::MappedFile(std::filesystem::path const& path) {
  auto const file = open_input(path, "give the name of a file with a field");
  struct ::stat status {};
  KITT_VALIDATE(::fstat(file.get(), &status) == 0, path.string() + ": cannot be examined (" +
                                                       system_reason() +
                                                       "): check the file system");
  KITT_VALIDATE(status.st_size > 0,
                path.string() + ": has no field (the file is empty): fetch the file again");
  size_ = static_cast<std::size_t>(status.st_size);
  address_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  KITT_VALIDATE(address_ != MAP_FAILED, path.string() + ": cannot be read (" + system_reason() +
                                            "): copy it to a local file system");
}

MappedFile::~MappedFile() {
  ::munmap(address_, size_);
}

} // namespace kitt::detail
