// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/peak.hpp"

#include "perf/ceilings/thread_kernels.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kitt::perf {

namespace {

using detail::FullPack;
using detail::sum_of_lanes;

/// Upper limit of rounds. Sums of small whole numbers are exact in single precision only up to
/// 2^24.
constexpr long most_rounds = long{1} << 23;

/// Runs the chains of one thread and returns their sum. The indices of a pack expansion make the
/// chains separate variables, which stay in registers. With an array in a loop, the use of
/// registers would depend on the compiler.
template <class T, std::size_t... Chain>
KOKKOS_FUNCTION double chain_sum(T factor, T term, long rounds, std::index_sequence<Chain...>) {
  using P = FullPack<T>;
  P const a(factor);
  P const b(term);
  P x[] = {P(static_cast<T>(Chain))...};
  for (long round = 0; round < rounds; ++round)
    ((x[Chain] = multiply_add(x[Chain], a, b)), ...);
  return (sum_of_lanes(x[Chain]) + ...);
}

template <class T, int count>
double run_on_all_threads(long rounds) {
  // The numbers are volatile, because the compiler would otherwise count instead of multiply.
  T const volatile one = 1;
  T const factor = one;
  T const term = one;
  return detail::sum_over_threads(
      "kitt::perf::multiply_add_peak", KOKKOS_LAMBDA(int, double& part) {
        part += chain_sum(factor, term, rounds, std::make_index_sequence<count>{});
      });
}

long lanes_of_all_threads(int lanes) {
  return long{lanes} * detail::thread_count();
}

template <class T>
double chain_rate(Chains chains, BestPolicy const& policy) {
  constexpr long block = 64; // multiply-adds per chain and timed round
  auto const seconds = best_seconds_per_round(policy, [&](long rounds) {
    auto const length = std::min(rounds * block, most_rounds);
    for (long done = 0; done < rounds * block; done += length)
      if (run_chains<T>(chains, length) != expected_chain_sum<T>(chains, length))
        throw std::runtime_error("the multiply-add peak kernel computes a wrong sum (CPU or "
                                 "compiler may be faulty): run again, or use another compiler");
  });
  auto const multiply_adds = static_cast<double>(block * static_cast<long>(chains) *
                                                 lanes_of_all_threads(native_lanes<T>));
  return 2 * multiply_adds / seconds * 1e-9;
}

} // namespace

template <class T>
double run_chains(Chains chains, long rounds) {
  return chains == Chains::twelve ? run_on_all_threads<T, 12>(rounds)
                                  : run_on_all_threads<T, 24>(rounds);
}

template <class T>
double expected_chain_sum(Chains chains, long rounds) {
  auto const count = static_cast<long>(chains);
  return static_cast<double>((count * (count - 1) / 2 + count * rounds) *
                             lanes_of_all_threads(native_lanes<T>));
}

template <class T>
double multiply_add_peak(BestPolicy const& policy) {
  auto half = policy;
  half.seconds /= 2;
  return std::max(chain_rate<T>(Chains::twelve, half), chain_rate<T>(Chains::twenty_four, half));
}

double measured_clock_ghz(BestPolicy const& policy) {
#if defined(__GNUC__)
  constexpr long block = 64;
  unsigned long const volatile step = 1;
  auto const seconds = best_seconds_per_round(policy, [&](long rounds) {
    unsigned long const one = step;
    // The variable is local, because a captured variable would be stored in memory each time.
    unsigned long x = 0;
    for (long i = 0; i < rounds; ++i)
      for (int j = 0; j < block; ++j) {
        x += one;
        asm volatile("" : "+r"(x)); // each addition depends on the one before
      }
  });
  return block / seconds * 1e-9;
#else
  static_cast<void>(policy);
  return 0;
#endif
}

double launch_seconds(BestPolicy const& policy) {
  return best_seconds_per_round(policy, [](long rounds) {
    for (long i = 0; i < rounds; ++i)
      detail::on_threads("kitt::perf::launch", KOKKOS_LAMBDA(int){});
  });
}

template double run_chains<float>(Chains, long);
template double run_chains<double>(Chains, long);
template double expected_chain_sum<float>(Chains, long);
template double expected_chain_sum<double>(Chains, long);
template double multiply_add_peak<float>(BestPolicy const&);
template double multiply_add_peak<double>(BestPolicy const&);

} // namespace kitt::perf
