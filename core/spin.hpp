// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/complex.hpp"

#include <array>
#include <utility>

namespace kitt {

inline constexpr int dimensions = 4;
inline constexpr int spins = 4;
inline constexpr int colours = 3;

/// Which neighbour a leg of the hopping term comes from: x + mu or x - mu.
enum class Hop { forward, backward };
enum class Dagger { no, yes };

/// A gamma matrix of the DeGrand-Rossi basis maps upper spins (0, 1) to lower (2, 3) and back:
/// (gamma psi)_s = phase[s] * psi_{source[s]}.
struct Gamma {
  std::array<int, spins> source;
  std::array<Phase, spins> phase;
};

/// gamma_x, gamma_y, gamma_z, gamma_t; gamma_5 = diag(1, 1, -1, -1).
inline constexpr std::array<Gamma, dimensions> gammas{{
    {{3, 2, 1, 0}, {Phase::plus_i, Phase::plus_i, Phase::minus_i, Phase::minus_i}},
    {{3, 2, 1, 0}, {Phase::minus_one, Phase::plus_one, Phase::plus_one, Phase::minus_one}},
    {{2, 3, 0, 1}, {Phase::plus_i, Phase::minus_i, Phase::minus_i, Phase::plus_i}},
    {{2, 3, 0, 1}, {Phase::plus_one, Phase::plus_one, Phase::plus_one, Phase::plus_one}},
}};

namespace detail {
constexpr bool squares_to_one(Gamma const& gamma) {
  for (std::size_t spin = 0; spin < spins; ++spin) {
    auto const source = static_cast<std::size_t>(gamma.source[spin]);
    if (gamma.source[source] != static_cast<int>(spin) ||
        gamma.phase[spin] * gamma.phase[source] != Phase::plus_one)
      return false;
  }
  return true;
}
static_assert(squares_to_one(gammas[0]) && squares_to_one(gammas[1]) && squares_to_one(gammas[2]) &&
              squares_to_one(gammas[3]));
} // namespace detail

/// The sign in (1 -+ gamma_mu): minus for the forward leg of D, plus for the backward one, and the
/// other way round for its adjoint.
constexpr Phase projector_sign(Hop hop, Dagger dagger) {
  return (hop == Hop::forward) == (dagger == Dagger::no) ? Phase::minus_one : Phase::plus_one;
}

template <class P>
using ColourVector = std::array<Complex<P>, colours>;
template <class P>
using HalfSpinor = std::array<ColourVector<P>, 2>;
template <class P>
using Spinor = std::array<ColourVector<P>, spins>;

/// Upper half of (1 + Sign gamma_Mu) psi for one colour; the lower half follows from it.
/// `psi(spin)` gives a complex number.
template <int Mu, Phase Sign, class SpinAccessor>
KOKKOS_FORCEINLINE_FUNCTION auto project(SpinAccessor const& psi) {
  constexpr Gamma gamma = gammas[Mu];
  return std::array{add<Sign * gamma.phase[0]>(psi(0), psi(gamma.source[0])),
                    add<Sign * gamma.phase[1]>(psi(1), psi(gamma.source[1]))};
}

/// Whether a leg starts a sum or is added to it: starting saves adding to zero.
enum class Sum { start, add };

/// Adds to one colour of `sum` the four-spinor whose upper half is `half`:
/// lower = Sign gamma_Mu upper.
template <int Mu, Phase Sign, Sum How, class P>
KOKKOS_FORCEINLINE_FUNCTION void add_reconstructed(Spinor<P>& sum, int colour,
                                                   std::array<Complex<P>, 2> const& half) {
  constexpr Gamma gamma = gammas[Mu];
  constexpr Phase phases[] = {Phase::plus_one, Phase::plus_one, Sign * gamma.phase[2],
                              Sign * gamma.phase[3]};
  constexpr int sources[] = {0, 1, gamma.source[2], gamma.source[3]};
  [&]<int... Spin>(std::integer_sequence<int, Spin...>) {
    if constexpr (How == Sum::start)
      ((sum[Spin][colour] = times<phases[Spin]>(half[sources[Spin]])), ...);
    else
      ((sum[Spin][colour] = add<phases[Spin]>(sum[Spin][colour], half[sources[Spin]])), ...);
  }
  (std::make_integer_sequence<int, spins>{});
}

} // namespace kitt
