// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <type_traits>

namespace kitt {

inline constexpr int dimensions = 4; ///< number of directions of space and time

/// Sense of a hop along direction mu: the hopping term takes a neighbour from x + mu (forward) or x
/// - mu (backward).
enum class Hop { forward, backward };
enum class Dagger { no, yes };

/// Calls f(constant) with `dagger` as a compile-time constant, so that a value known at run time
/// can select a template.
template <class F>
void with_constant(Dagger dagger, F const& f) {
  if (dagger == Dagger::no)
    f(std::integral_constant<Dagger, Dagger::no>{});
  else
    f(std::integral_constant<Dagger, Dagger::yes>{});
}

inline constexpr int legs = 2 * dimensions; ///< hops from a site to its nearest neighbours

/// Returns the number of a hop, 0 to 7. The forward and the backward hop of one direction have
/// consecutive numbers.
constexpr int leg_of(int mu, Hop hop) {
  return 2 * mu + (hop == Hop::forward ? 0 : 1);
}
/// Returns the sense of a hop: hops with even numbers are forward, hops with odd numbers are
/// backward.
constexpr Hop hop_of(int leg) {
  return leg % 2 == 0 ? Hop::forward : Hop::backward;
}

/// Continuation of the lattice in one direction: on the same rank (here) or on another rank
/// (elsewhere).
enum class Continues { here, elsewhere };
using Splitting = std::array<Continues, 4>;
inline constexpr Splitting not_split{Continues::here, Continues::here, Continues::here,
                                     Continues::here};

} // namespace kitt
