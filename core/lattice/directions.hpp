// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <type_traits>

namespace kitt {

inline constexpr int dimensions = 4; ///< Directions of space and time.

/// Which neighbour a leg of the hopping term comes from: x + mu or x - mu.
enum class Hop { forward, backward };
enum class Dagger { no, yes };

/// Calls f(constant) with `dagger` as a compile-time constant: where run time meets templates.
template <class F>
void with_constant(Dagger dagger, F const& f) {
  if (dagger == Dagger::no)
    f(std::integral_constant<Dagger, Dagger::no>{});
  else
    f(std::integral_constant<Dagger, Dagger::yes>{});
}

inline constexpr int legs = 2 * dimensions; ///< Neighbours of a site.

/// The eight legs of the hopping term, forward and backward of one direction next to each other.
constexpr int leg_of(int mu, Hop hop) {
  return 2 * mu + (hop == Hop::forward ? 0 : 1);
}
/// Even legs are forward, odd ones backward.
constexpr Hop hop_of(int leg) {
  return leg % 2 == 0 ? Hop::forward : Hop::backward;
}

/// Whether the lattice goes on in a direction within the rank or on another one.
enum class Continues { here, elsewhere };
using Splitting = std::array<Continues, 4>;
inline constexpr Splitting not_split{Continues::here, Continues::here, Continues::here,
                                     Continues::here};

} // namespace kitt
