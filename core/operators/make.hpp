// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/random.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/wilson.hpp"

#include <array>
#include <type_traits>

/// \file
/// Lattices, fields and operators of a single rank in the layout that suits this machine: the
/// lanes of a full register over space-time. For programs that just want an operator. Where these
/// lanes do not fit the lattice, `Lanes` of one fits every lattice: with_lanes() chooses.

namespace kitt {

/// Throws UserError, naming the nearest sizes, where the lanes cannot be spread over `extents`.
template <class T, int Lanes = native_lanes<T>>
Lattice make_lattice(Extents const& extents) {
  return {extents, choose_lane_grid(extents, Lanes)};
}

/// Returns f(lanes), `lanes` a constant: those of a full register of T where they can be spread
/// over `extents`, else one. The code of f is compiled for both.
template <class T, class F>
decltype(auto) with_lanes(Extents const& extents, F const& f) {
  if constexpr (native_lanes<T> != 1)
    if (!find_lane_grid(extents, native_lanes<T>))
      return f(std::integral_constant<int, 1>());
  return f(std::integral_constant<int, native_lanes<T>>());
}

/// Makes both parities of a spinor field, filled with zeros.
template <class T, int Lanes = native_lanes<T>>
BothParities<SpinorField<T, Lanes>> make_spinors(Lattice const& lattice, int ls = 1) {
  using Field = SpinorField<T, Lanes>;
  return {Field("kitt::core::even_spinors", lattice, ls),
          Field("kitt::core::odd_spinors", lattice, ls)};
}

/// The hopping term of a periodic gauge field, on fields of `ls` slices. Throws UserError where the
/// gauge field has other extents than the lattice.
template <class T, int Lanes = native_lanes<T>>
auto make_hopping(Lattice const& lattice, GaugeField const& gauge,
                  TimeBoundary boundary = TimeBoundary::periodic, int ls = 1) {
  require_links_of(lattice, gauge);
  using Links = LinkField<T, Lanes>;
  PeriodicLinks const links{gauge, boundary};
  return HoppingTerm(
      Stencil(lattice),
      std::array{Links(lattice, Parity::even, links), Links(lattice, Parity::odd, links)}, ls);
}

} // namespace kitt
