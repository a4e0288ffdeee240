// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/available_memory.hpp"

#include "comms/node/detail/cgroup.hpp"
#include "core/base/error.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace kitt::comms {

namespace {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

/// Returns the bytes that a resource limit still allows if a process already uses `pages_in_use`
/// pages.
std::size_t left_of(decltype(RLIMIT_AS) limit, std::size_t pages_in_use) {
  rlimit found{};
  if (getrlimit(limit, &found) != 0 || found.rlim_cur == RLIM_INFINITY)
    return no_limit;
  auto const in_use = pages_in_use * static_cast<std::size_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  return found.rlim_cur - std::min<std::size_t>(found.rlim_cur, in_use);
}

/// Returns the bytes that the stricter of RLIMIT_AS and RLIMIT_DATA still allows.
std::size_t left_of_own_limits() {
  // Format of statm: "size resident shared text lib data dt", in pages.
  auto const numbers = detail::words(detail::SystemFiles{}.text("proc/self/statm").value_or(""));
  auto const pages = [&](std::size_t i) {
    return i < numbers.size() ? detail::leading_number(numbers[i]).value_or(0) : 0;
  };
  return std::min(left_of(RLIMIT_AS, pages(0)), left_of(RLIMIT_DATA, pages(5)));
}

} // namespace

std::size_t available_memory() {
  return detail::available_memory(detail::SystemFiles{});
}

std::size_t memory_of_rank(int ranks_on_node) {
  auto const on_node = available_memory();
  auto const share = on_node == 0 ? no_limit : on_node / static_cast<std::size_t>(ranks_on_node);
  auto const least = std::min(share, left_of_own_limits());
  return least == no_limit ? 0 : std::max<std::size_t>(1, least);
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
