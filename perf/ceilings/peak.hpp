// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/best_time.hpp"

namespace kitt::perf {

/// Number of independent multiply-add chains of a thread. The chains must be enough to hide the
/// latency of every unit, and few enough to stay in registers. 12 chains fit into 16 registers
/// (AVX2). 24 chains need 32 registers (AVX-512, NEON, SVE), for wide or slow units. Both numbers
/// are measured, and the better result counts.
enum class Chains { twelve = 12, twenty_four = 24 };

/// Runs `rounds` multiply-adds x = x * 1 + 1 in every lane of every chain on every thread, with
/// full SIMD registers. x begins with the number of the chain. Returns the sum of all x, which is
/// exact if rounds is below 2^23.
template <class T>
double run_chains(Chains chains, long rounds);

/// Returns the correct result of run_chains().
template <class T>
double expected_chain_sum(Chains chains, long rounds);

/// Returns the best multiply-add rate of all threads together, in Gflop/s. A multiply-add counts as
/// two flops. T is float or double. Throws std::runtime_error if the kernel computes a wrong sum.
template <class T>
double multiply_add_peak(BestPolicy const& policy);

/// Returns the clock of the calling thread's CPU in GHz, from additions that depend on each other.
/// Each addition takes one cycle on every known CPU. Returns 0 if the compiler cannot keep the
/// additions separate.
double measured_clock_ghz(BestPolicy const& policy);

/// Returns the seconds to start an empty kernel on all threads and to wait for its end. Every
/// kernel takes at least the time of an empty kernel.
double launch_seconds(BestPolicy const& policy);

} // namespace kitt::perf
