// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/random.hpp"
#include "core/operators/compiled_kernels.hpp"
#include "core/operators/wilson.hpp"

#include <array>
#include <type_traits>

/// \file
/// Functions that make lattices, fields and operators of a single rank in the layout that
/// suits this machine: lanes of a full register, spread over space-time. The functions are for
/// programs that need an operator with little code. If the lanes of a full register do not fit the
/// lattice, use `Lanes` = 1, which fits every lattice; with_lanes() makes this choice.

namespace kitt {

/// Returns a lattice with `Lanes` lanes in space-time. Throws UserError, which names the nearest
/// possible extents, if the lanes cannot be spread over `extents`.
template <class T, int Lanes = native_lanes<T>>
Lattice make_lattice(Extents const& extents) {
  return {extents, choose_lane_grid(extents, Lanes)};
}

/// Returns f(lanes), where `lanes` is a compile-time constant. `lanes` is the lane count of a full
/// register of T if these lanes can be spread over `extents`, otherwise 1. The code of f is
/// compiled for both values.
template <class T, class F>
decltype(auto) with_lanes(Extents const& extents, F const& f) {
  if constexpr (native_lanes<T> != 1)
    if (!find_lane_grid(extents, native_lanes<T>))
      return f(std::integral_constant<int, 1>());
  return f(std::integral_constant<int, native_lanes<T>>());
}

/// Returns both parities of a spinor field, filled with zeros.
template <class T, int Lanes = native_lanes<T>>
BothParities<SpinorField<T, Lanes>> make_spinors(Lattice const& lattice, int ls = 1) {
  using Field = SpinorField<T, Lanes>;
  return {Field("kitt::core::even_spinors", lattice, ls),
          Field("kitt::core::odd_spinors", lattice, ls)};
}

/// Returns the hopping term of a periodic gauge field, for fields of `ls` slices. Throws UserError
/// if the gauge field and the lattice have different extents.
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
