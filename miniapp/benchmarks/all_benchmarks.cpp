// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/benchmark.hpp"

#include <array>

namespace kitt::miniapp {

// Each benchmark is defined in its own folder.
extern Benchmark const itt_benchmark, hopping_benchmark, memory_benchmark, halo_benchmark,
    p2p_benchmark, domains_benchmark, stencil_benchmark, collectives_benchmark, hash_benchmark,
    numa_benchmark, machine_benchmark, solve_benchmark, bsm_benchmark, transpose_benchmark,
    fft_benchmark, pic_benchmark, suite_benchmark;

std::span<Benchmark const* const> all_benchmarks() {
  static constexpr std::array benchmarks{
      &itt_benchmark,     &hopping_benchmark,     &bsm_benchmark,  &solve_benchmark,
      &memory_benchmark,  &halo_benchmark,        &p2p_benchmark,  &domains_benchmark,
      &stencil_benchmark, &collectives_benchmark, &hash_benchmark, &numa_benchmark,
      &machine_benchmark, &transpose_benchmark,   &fft_benchmark,  &pic_benchmark,
      &suite_benchmark};
  return benchmarks;
}

} // namespace kitt::miniapp
