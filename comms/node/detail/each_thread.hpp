// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Kokkos_Core.hpp>

#include <string>

namespace kitt::comms::detail {

/// Calls `task(thread)` once on every thread of Kokkos' default host execution space. A static
/// schedule with as many indices as threads gives each thread its own index, on every host backend.
/// bind_threads() checks that each thread got its own index.
template <class Task>
void on_each_thread(std::string const& label, Task const& task) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>;
  Host const host;
  auto const threads = host.concurrency();
  Kokkos::parallel_for(label, Policy(host, 0, threads, Kokkos::ChunkSize(1)),
                       [&task](int thread) { task(thread); });
  host.fence(label);
}

} // namespace kitt::comms::detail
