// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"

#include <string>

namespace kitt::perf::detail {

/// Policy with one index per thread, for kernels that give each thread one contiguous piece.
using ThreadPolicy =
    Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;

/// A full SIMD register of `T`.
template <class T>
using FullPack = Pack<T, native_lanes<T>>;

/// Returns the number of threads. On a GPU the number is half of the threads that the GPU can hold:
/// enough to keep the GPU busy, and few enough that a piece per thread fits into its cache.
inline int thread_count() {
  int const concurrency = ExecutionSpace().concurrency();
  return BackendTraits<ExecutionSpace>::on_host ? concurrency : concurrency / 2;
}

/// Calls task(thread) on every thread, and waits until all have finished.
template <class Task>
void on_threads(std::string const& label, Task const& task) {
  ExecutionSpace const exec;
  Kokkos::parallel_for(label, ThreadPolicy(exec, 0, thread_count(), Kokkos::ChunkSize(1)), task);
  exec.fence(label + ": before the clock is read");
}

/// Returns the sum of the parts that task(thread, double& part) adds on every thread.
template <class Task>
double sum_over_threads(std::string const& label, Task const& task) {
  ExecutionSpace const exec;
  double sum = 0;
  Kokkos::parallel_reduce(label, ThreadPolicy(exec, 0, thread_count(), Kokkos::ChunkSize(1)), task,
                          sum);
  return sum;
}

template <class P>
KOKKOS_INLINE_FUNCTION double sum_of_lanes(P const& pack) {
  constexpr int lanes = PackTraits<P>::lanes;
  alignas(P) typename PackTraits<P>::value_type lane[lanes];
  store(pack, lane);
  double sum = 0;
  for (auto const value : lane)
    sum += static_cast<double>(value);
  return sum;
}

} // namespace kitt::perf::detail
