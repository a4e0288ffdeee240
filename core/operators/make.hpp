// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/random.hpp"
#include "core/operators/wilson.hpp"

#include <array>

/// \file
/// Lattices, fields and operators of a single rank in the layout that suits this machine: the
/// lanes of a full register over space-time. For programs that just want an operator.

namespace kitt {

/// Throws UserError, naming the nearest sizes, where the lanes of T cannot be spread over
/// `extents`.
template <class T>
Lattice make_lattice(Extents const& extents) {
  return {extents, choose_lane_grid(extents, native_lanes<T>)};
}

/// Makes both parities of a spinor field, filled with zeros.
template <class T>
std::array<SpinorField<T, native_lanes<T>>, 2> make_spinors(Lattice const& lattice, int ls = 1) {
  using Field = SpinorField<T, native_lanes<T>>;
  return {Field("kitt::core::even_spinors", lattice, ls),
          Field("kitt::core::odd_spinors", lattice, ls)};
}

/// The hopping term of a periodic gauge field of the lattice's extents, on fields of `ls` slices.
template <class T>
auto make_hopping(Lattice const& lattice, GaugeField const& gauge,
                  TimeBoundary boundary = TimeBoundary::periodic, int ls = 1) {
  using Links = LinkField<T, native_lanes<T>>;
  PeriodicLinks const links{gauge, boundary};
  return HoppingTerm(
      Stencil(lattice),
      std::array{Links(lattice, Parity::even, links), Links(lattice, Parity::odd, links)}, ls);
}

/// Sets both parities; fill() of one parity says how.
template <class T, int Lanes, class Generator>
void fill(std::array<SpinorField<T, Lanes>, 2> const& halves, Generator const& generator) {
  fill(halves[0], Parity::even, generator);
  fill(halves[1], Parity::odd, generator);
}

} // namespace kitt
