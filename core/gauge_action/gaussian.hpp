// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/complex.hpp"
#include "core/fields/random.hpp"

namespace kitt {

/// Returns two independent Gaussian random numbers with mean 0 and variance 1. They are computed
/// from the uniform numbers n and n + 1 of a stream. Source: Box, Muller, Ann. Math. Stat. 29
/// (1958) 610.
KOKKOS_INLINE_FUNCTION Complex<double> gaussian_pair(std::uint64_t stream, std::uint64_t n) {
  double const u = 0.5 * (1.0 - counter_uniform(stream, n)); // in (0, 1]
  double const radius = Kokkos::sqrt(-2.0 * Kokkos::log(u));
  double const phase = Kokkos::numbers::pi_v<double> * counter_uniform(stream, n + 1);
  return {radius * Kokkos::cos(phase), radius * Kokkos::sin(phase)};
}

} // namespace kitt
