// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/all_benchmarks.hpp"
#include "miniapp/run/benchmark.hpp"

#include <array>

namespace kitt::miniapp {

#define KITT_DECLARE(name) extern Benchmark const name##_benchmark;
#define KITT_ADDRESS(name) &name##_benchmark,

KITT_ALL_BENCHMARKS(KITT_DECLARE, KITT_DECLARE)

std::span<Benchmark const* const> all_benchmarks() {
  static constexpr std::array benchmarks{KITT_ALL_BENCHMARKS(KITT_ADDRESS, KITT_ADDRESS)};
  return benchmarks;
}

} // namespace kitt::miniapp
