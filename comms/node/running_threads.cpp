// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/running_threads.hpp"

#include "comms/node/detail/each_thread.hpp"

#include <set>
#include <thread>
#include <vector>

namespace kitt::comms {

int running_threads() {
  auto const asked = Kokkos::DefaultHostExecutionSpace().concurrency();
  std::vector<std::thread::id> ids(static_cast<std::size_t>(asked));
  detail::on_each_thread("kitt::comms::running_threads", [&](int thread) {
    ids[static_cast<std::size_t>(thread)] = std::this_thread::get_id();
  });
  std::set<std::thread::id> different(ids.begin(), ids.end());
  different.erase(std::thread::id()); // of indices that no thread worked on
  return static_cast<int>(different.size());
}

} // namespace kitt::comms
