// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/sampling.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <latch>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Calls `work(thread)` on each host thread for which `works(thread)` is true. The other threads
/// sleep until all calls of `work` are done. Requires that all threads run at once, so the loop has
/// a static schedule with one index per thread.
template <class Works, class Work>
void on_some_threads(std::string const& label, int threads, Works const& works, Work const& work) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Policy = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Static>>;
  std::ptrdiff_t count = 0;
  for (int thread = 0; thread < threads; ++thread)
    count += works(thread) ? 1 : 0;
  if (count == 0)
    return;
  std::latch done(count);
  Host const host;
  Kokkos::parallel_for(label, Policy(host, 0, threads, Kokkos::ChunkSize(1)), [&](int thread) {
    if (works(thread)) {
      work(thread);
      done.count_down();
    } else if (host.concurrency() >= threads) {
      done.wait();
    }
  });
  host.fence(label);
}

/// Returns the seconds that `call` takes on the calling thread.
template <class Call>
double seconds_of(Call const& call) {
  perf::SteadySeconds const now;
  auto const begin = now();
  call();
  return now() - begin;
}

} // namespace kitt::miniapp
