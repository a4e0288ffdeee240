// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/complex.hpp"
#include "core/algebra/components.hpp"
#include "core/lattice/directions.hpp"

#include <array>

namespace kitt {

/// A gamma matrix of the DeGrand-Rossi basis. The matrix maps upper spins (0, 1) to lower spins (2,
/// 3) and back: (gamma psi)_s = phase[s] * psi_{source[s]}.
struct Gamma {
  std::array<int, spins> source;
  std::array<Phase, spins> phase;
};

/// The matrices gamma_x, gamma_y, gamma_z and gamma_t. In this basis gamma_5 = diag(1, 1, -1, -1).
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

/// Returns the sign in the projector (1 -+ gamma_mu): minus for the forward hop of D, plus for its
/// backward hop. For the adjoint of D the signs are exchanged.
constexpr Phase projector_sign(Hop hop, Dagger dagger) {
  return (hop == Hop::forward) == (dagger == Dagger::no) ? Phase::minus_one : Phase::plus_one;
}
/// The complex numbers of one spin, of a projected spinor and of a whole spinor. Each number is a
/// pack.
template <class P, int Colours = colours>
using ColourVector = std::array<Complex<P>, Colours>;
template <class P, int Colours = colours>
using HalfSpinor = std::array<ColourVector<P, Colours>, spins / 2>;
template <class P, int Colours = colours>
using Spinor = std::array<ColourVector<P, Colours>, spins>;

/// Returns one colour of the spin `Upper` (0 or 1) of (1 + Sign gamma_Mu) psi. The lower two spins
/// of the projected spinor follow from the upper two. `psi.load(Colours * spin + colour)` must
/// return a complex number.
template <int Mu, Phase Sign, int Upper, int Colours, class WholeSpinor>
KOKKOS_FORCEINLINE_FUNCTION auto projected(WholeSpinor const& psi, int colour) {
  constexpr Gamma gamma = gammas[Mu];
  return add<Sign * gamma.phase[Upper]>(psi.load(Colours * Upper + colour),
                                        psi.load(Colours * gamma.source[Upper] + colour));
}

/// The projection (1 + sign gamma_mu) psi, with mu and the sign chosen at run time. The object
/// stores the numbers to add to each upper spin, so that one piece of code serves all hops.
template <class T>
struct Projector {
  /// Description of one upper spin of a projected spinor. The real part is re + re_sign * (part
  /// `re_part` of the spin `source`). The imaginary part is im + im_sign * (the other part of that
  /// spin).
  struct Row {
    int source;
    int re_part; ///< 0 for the real part, 1 for the imaginary part
    T re_sign;
    T im_sign;
  };
  std::array<Row, spins / 2> rows{};

  constexpr Projector(int mu, Phase sign) {
    Gamma const gamma = gammas[static_cast<std::size_t>(mu)];
    for (std::size_t upper = 0; upper < rows.size(); ++upper) {
      Phase const phase = sign * gamma.phase[upper];
      bool const imaginary = phase == Phase::plus_i || phase == Phase::minus_i;
      bool const negative = phase == Phase::minus_one || phase == Phase::minus_i;
      rows[upper] = {gamma.source[upper], imaginary ? 1 : 0,
                     static_cast<T>(negative == imaginary ? 1 : -1),
                     static_cast<T>(negative ? -1 : 1)};
    }
  }
};

/// Use of a hop in a sum: it starts the sum, or is added to it. Starting a sum saves an addition to
/// zero.
enum class Sum { start, add };

/// Adds to one colour of `sum` a spinor with lower half = Sign gamma_Mu * (upper half). Only the
/// contribution of the upper spin `Upper` is added. `upper` is added to that spin. `lower` is
/// added, with the right phase, to the lower spin that follows from it. For a single spinor of this
/// kind, upper and lower are the same number. To add two spinors p and m of opposite signs at once,
/// pass upper = p + m and lower = p - m.
template <int Mu, Phase Sign, Sum Mode, int Upper, class Sums, class P>
KOKKOS_FORCEINLINE_FUNCTION void add_reconstructed(Sums& sum, int colour, Complex<P> const& upper,
                                                   Complex<P> const& lower) {
  constexpr Gamma gamma = gammas[Mu];
  // gamma_mu squares to one. Therefore the spin that gamma_mu maps to Upper is also the spin that
  // Upper is mapped to.
  constexpr int target = gamma.source[Upper];
  constexpr Phase phase = Sign * gamma.phase[target];
  if constexpr (Mode == Sum::start) {
    sum[Upper][colour] = upper;
    sum[target][colour] = times<phase>(lower);
  } else {
    sum[Upper][colour] = add<Phase::plus_one>(sum[Upper][colour], upper);
    sum[target][colour] = add<phase>(sum[target][colour], lower);
  }
}

} // namespace kitt
