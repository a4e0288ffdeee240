// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/lattice/lattice.hpp"

#include <cmath>

namespace kitt {

/// Parameters of the Shamir domain-wall operator: domain-wall height m5 (0 < m5 < 2) and quark
/// mass.
struct DomainWallParameters {
  double m5;
  double mass;

  /// Returns the factor of psi(s) in the part of the operator that is diagonal in space-time.
  double diagonal() const { return 5.0 - m5; }
};

/// Choice of a kernel: replace the result field, or add to the result field.
enum class Store { replace, add };

/// The part of the domain-wall operator that is diagonal in space-time, for all s of one site: (5 -
/// m5) psi(s) - P_- psi(s+1) - P_+ psi(s-1). Beyond either end of s, the term takes psi from the
/// other end, times -mass. Lanes may lie in space-time, in s or in both. Source: Shamir, Nucl.
/// Phys. B 406 (1993) 90, with the conventions of Grid.
template <class Spinors, Store Storing, Dagger Adjoint>
class FifthDimensionSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;
  static constexpr int lanes = ViewTraits<Spinors>::lanes;
  enum class Side { above, below };

public:
  FifthDimensionSite(Lattice const& lattice, DomainWallParameters const& parameters,
                     Spinors const& in, Spinors const& out)
      : in_(in), out_(out), packs_(static_cast<int>(in.extent(1))), lanes_4d_(lattice.lanes_4d()),
        diagonal_(static_cast<T>(parameters.diagonal())) {
    // The factor -mass applies only to lanes in which a shift leaves the fifth dimension. A shift
    // leaves the fifth dimension in lanes with the last (or first) block of slices. If no lanes lie
    // along s, the factor applies to all lanes.
    for (int lane = 0; lane < lanes; ++lane) {
      bool const last = lane >= lanes - lanes_4d_;
      bool const first = lane < lanes_4d_;
      wrap_above_[lane] = last ? static_cast<T>(-parameters.mass) : T(1);
      wrap_below_[lane] = first ? static_cast<T>(-parameters.mass) : T(1);
    }
  }

  KOKKOS_FUNCTION void operator()(int site) const {
    P const diagonal(diagonal_);
    for (int s = 0; s < packs_; ++s) {
      Components const from(in_, site, s);
      Components const to(out_, site, s);
      for (int c = 0; c < spinor_components; ++c) {
        // P_+ keeps the spins 0 and 1, and P_- keeps the spins 2 and 3.
        bool const upper = c < half_spinor_components;
        Complex<P> const next = upper == (Adjoint == Dagger::no) ? shifted<Side::below>(site, s, c)
                                                                 : shifted<Side::above>(site, s, c);
        Complex<P> const psi = from.load(c);
        Complex<P> sum{multiply_add(diagonal, psi.re, P(0) - next.re),
                       multiply_add(diagonal, psi.im, P(0) - next.im)};
        if constexpr (Storing == Store::add)
          sum = add<Phase::plus_one>(sum, to.load(c));
        to.store(c, sum);
      }
    }
  }

private:
  /// Returns psi(s + 1) or psi(s - 1) of every lane.
  template <Side Where>
  KOKKOS_FORCEINLINE_FUNCTION Complex<P> shifted(int site, int s, int c) const {
    constexpr int step = Where == Side::above ? 1 : -1;
    if (s + step >= 0 && s + step < packs_)
      return Components(in_, site, s + step).load(c);
    Complex<P> psi = Components(in_, site, Where == Side::above ? 0 : packs_ - 1).load(c);
    if (lanes_4d_ < lanes)
      with_lane_distance(lanes_4d_, [&](auto distance) {
        psi = {rotate_lanes<step * distance()>(psi.re), rotate_lanes<step * distance()>(psi.im)};
      });
    P const wrap = load<P>(Where == Side::above ? wrap_above_ : wrap_below_);
    return {wrap * psi.re, wrap * psi.im};
  }

  Spinors in_;
  Spinors out_;
  int packs_;
  int lanes_4d_;
  T diagonal_;
  alignas(64) T wrap_above_[lanes];
  alignas(64) T wrap_below_[lanes];
};

/// The inverse of FifthDimensionSite times `factor`, for all s of one site. With b = 5 - m5, the
/// upper spins satisfy b x(s) - x(s-1) = y(s) and b x(0) + mass x(Ls-1) = y(0). The lower spins
/// satisfy the same equations with s reversed. The adjoint exchanges upper and lower spins.
///
/// Lanes along s hold blocks of n slices. Therefore the recurrence first runs in all blocks at
/// once, as if nothing came into a block: z(i) = (y(i) + z(i-1)) / b for i = 0 to n-1. A value c
/// that comes into a block adds b^-(i+1) c to its z(i). The next block then gets z(n-1) + b^-n c.
/// The first block gets -mass times the end of the last block.
template <class Spinors, Dagger Adjoint>
class FifthDimensionInverseSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;
  static constexpr int lanes = ViewTraits<Spinors>::lanes;

public:
  FifthDimensionInverseSite(Lattice const& lattice, DomainWallParameters const& parameters,
                            Spinors const& in, Spinors const& out, double factor)
      : in_(in), out_(out), packs_(static_cast<int>(in.extent(1))), lanes_4d_(lattice.lanes_4d()),
        blocks_(lattice.lanes_s()), factor_(static_cast<T>(factor)),
        inverse_(static_cast<T>(1.0 / parameters.diagonal())),
        across_block_(static_cast<T>(std::pow(parameters.diagonal(), -packs_))),
        around_(static_cast<T>(
            -parameters.mass /
            (1.0 + parameters.mass * std::pow(parameters.diagonal(), -packs_ * blocks_)))) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int c = 0; c < spinor_components; ++c)
      solve(site, c, (c < half_spinor_components) == (Adjoint == Dagger::no));
  }

private:
  KOKKOS_FUNCTION void solve(int site, int c, bool ascending) const {
    P const factor(factor_);
    P const inverse(inverse_);
    auto const slice = [&](int step) { return ascending ? step : packs_ - 1 - step; };
    Complex<P> z{P(0), P(0)};
    for (int step = 0; step < packs_; ++step) {
      auto const y = Components(in_, site, slice(step)).load(c);
      z = {inverse * multiply_add(factor, y.re, z.re), inverse * multiply_add(factor, y.im, z.im)};
      Components(out_, site, slice(step)).store(c, z);
    }
    Complex<P> incoming{into_blocks(z.re, ascending), into_blocks(z.im, ascending)};
    for (int step = 0; step < packs_; ++step) {
      incoming = {inverse * incoming.re, inverse * incoming.im};
      Components const to(out_, site, slice(step));
      to.store(c, add<Phase::plus_one>(to.load(c), incoming));
    }
  }

  /// Returns the value that comes into the block of each lane. `leaving` is the value that leaves
  /// each block if nothing comes into it.
  KOKKOS_FUNCTION P into_blocks(P const& leaving, bool ascending) const {
    if (blocks_ == 1)
      return P(around_) * leaving;
    alignas(P) T out_of[lanes];
    alignas(P) T into[lanes] = {};
    store(leaving, out_of);
    for (int lane = 0; lane < lanes_4d_; ++lane) {
      auto const at = [&](int block) {
        return (ascending ? block : blocks_ - 1 - block) * lanes_4d_ + lane;
      };
      T end = 0;
      for (int block = 0; block < blocks_; ++block)
        end = out_of[at(block)] + across_block_ * end;
      T next = around_ * end;
      for (int block = 0; block < blocks_; ++block) {
        into[at(block)] = next;
        next = out_of[at(block)] + across_block_ * next;
      }
    }
    return load<P>(into);
  }

  Spinors in_;
  Spinors out_;
  int packs_;
  int lanes_4d_;
  int blocks_;
  T factor_;
  T inverse_;
  T across_block_; ///< decay b^-n of a value that crosses a block of n slices
  /// factor that turns the end of the last block, computed without inflow, into the inflow of the
  /// first block
  T around_;
};

} // namespace kitt
