// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Helpers for tests of other gauge groups and representations.

#include "core/fields/representation.hpp"
#include "test/core/operator_setup.hpp"

namespace kitt::test {

/// SU(N) in a representation, in double precision, with lanes in space-time. `run` accepts this
/// type as a layout.
template <int N_, Representation R_, int Lanes_ = native_lanes<double>>
struct Group {
  static constexpr int N = N_;
  static constexpr Representation R = R_;
  static constexpr int lanes = Lanes_;
  static constexpr int D = dimension_of(N, R);
  using Field = SpinorField<double, lanes, spins, D>;
  using Links = LinkField<double, lanes, storage_of(R), D>;
  using Plain = reference::Field<double, spins, D>;

  static Lattice lattice(Extents const& extents) {
    return {extents, choose_lane_grid(extents, lanes)};
  }
  template <class LinkSource>
  static std::array<Links, 2> links(Lattice const& lattice, LinkSource const& source) {
    return {Links(lattice, Parity::even, source), Links(lattice, Parity::odd, source)};
  }
  static std::array<Field, 2> fields(Lattice const& lattice, int ls) {
    return {Field("even", lattice, ls), Field("odd", lattice, ls)};
  }
  /// Returns hot links in the representation R, on a rank's part of a lattice or on the whole
  /// lattice.
  template <class Volume>
  static GaugeFieldOf<D> gauge(Volume const& volume, std::uint64_t seed) {
    return represent<R, N>(hot_gauge<N>(volume, seed));
  }
  static Plain random_field(Extents const& extents, std::uint64_t seed) {
    return test::random_field<double, spins, D>(extents, 1, seed);
  }
};

} // namespace kitt::test
