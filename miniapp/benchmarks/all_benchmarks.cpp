// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/all_benchmarks.hpp"
#include "miniapp/run/benchmark.hpp"

#include <array>
#include <vector>

namespace kitt::miniapp {

// A program need not be linked with every benchmark. The address of a missing one is null.
#define KITT_DECLARE(name) [[gnu::weak]] extern Benchmark const name##_benchmark;
#define KITT_ADDRESS(name) &name##_benchmark,

KITT_ALL_BENCHMARKS(KITT_DECLARE, KITT_DECLARE)

namespace {

std::array const listed{KITT_ALL_BENCHMARKS(KITT_ADDRESS, KITT_ADDRESS)};

} // namespace

std::span<Benchmark const* const> all_benchmarks() {
  static auto const linked = [] {
    std::vector<Benchmark const*> benchmarks(listed.begin(), listed.end());
    std::erase(benchmarks, nullptr);
    return benchmarks;
  }();
  return linked;
}

bool has_all_benchmarks() {
  return all_benchmarks().size() == listed.size();
}

} // namespace kitt::miniapp
