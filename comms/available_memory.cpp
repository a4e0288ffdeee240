// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/available_memory.hpp"

#include "comms/detail/cgroup.hpp"
#include "core/error.hpp"

#include <fmt/format.h>

namespace kitt::comms {

std::size_t available_memory() {
  return detail::available_memory(detail::SystemFiles{});
}

void check_memory(std::size_t bytes_needed, std::string const& what) {
  constexpr double gib = 1024.0 * 1024.0 * 1024.0;
  auto const available = available_memory();
  KITT_VALIDATE(available == 0 || bytes_needed <= available,
                fmt::format("{} does not fit into memory ({:.2f} GiB needed, {:.2f} GiB "
                            "available): choose a smaller volume or a larger machine",
                            what, static_cast<double>(bytes_needed) / gib,
                            static_cast<double>(available) / gib));
}

} // namespace kitt::comms
