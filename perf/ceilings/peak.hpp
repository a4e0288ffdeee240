// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/best_time.hpp"

namespace kitt::perf {

/// Independent multiply-add chains that a thread keeps in flight: enough to hide the latency of
/// every unit, few enough to stay in registers. 12 leave room among 16 registers (AVX2); 24 need 32
/// (AVX-512, NEON, SVE) and are for wide or slow units. Both are tried, the better one counts.
enum class Chains { twelve = 12, twenty_four = 24 };

/// Runs `rounds` multiply-adds x = x * 1 + 1 in every lane of every chain on every thread, from
/// x = the chain's number, on packs that fill a register. Returns the sum of all x; exact while
/// rounds is below 2^23.
template <class T>
double run_chains(Chains chains, long rounds);

/// What run_chains must return.
template <class T>
double expected_chain_sum(Chains chains, long rounds);

/// Best multiply-add rate of all threads together, in Gflop/s, a multiply-add counting as two.
/// Throws std::runtime_error if the kernel computes a wrong sum. T is float or double.
template <class T>
double multiply_add_peak(BestPolicy const& policy);

/// Clock of the busiest thread in GHz: additions that each wait for the one before, one cycle each
/// on every CPU we know. 0 where the compiler offers no way to keep them apart.
double measured_clock_ghz(BestPolicy const& policy);

/// Seconds of starting an empty kernel on all threads and waiting for its end: what every kernel
/// takes at least.
double launch_seconds(BestPolicy const& policy);

} // namespace kitt::perf
