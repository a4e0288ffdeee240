// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/lattice/lattice.hpp"
#include "core/operators/operands.hpp"

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

/// The part of the domain-wall operator that is diagonal in space-time, for all s of one site: (5 -
/// m5) psi(s) - P_- psi(s+1) - P_+ psi(s-1). Beyond either end of s, the term takes psi from the
/// other end, times -mass. Lanes may lie in space-time, in s or in both. A field may hold several
/// right-hand sides (`columns`), one after the other; then no lanes may lie in s. Source: Shamir,
/// Nucl. Phys. B 406 (1993) 90, with the conventions of Grid.
template <class Spinors, Store Storing, Dagger Adjoint>
class FifthDimensionSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;
  static constexpr int lanes = ViewTraits<Spinors>::lanes;
  enum class Side { above, below };

public:
  FifthDimensionSite(Lattice const& lattice, DomainWallParameters const& parameters,
                     Spinors const& in, Spinors const& out, int columns = 1)
      : in_(in), out_(out), packs_(static_cast<int>(in.extent(1)) / columns), columns_(columns),
        lanes_4d_(lattice.lanes_4d()), diagonal_(static_cast<T>(parameters.diagonal())) {
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
    for (int column = 0; column < columns_; ++column)
      apply(site, column * packs_);
  }

private:
  /// Computes the slices of one right-hand side, which begin with the slice `first`.
  KOKKOS_FORCEINLINE_FUNCTION void apply(int site, int first) const {
    P const diagonal(diagonal_);
    for (int s = 0; s < packs_; ++s) {
      Components const from(in_, site, first + s);
      Components const to(out_, site, first + s);
      for (int c = 0; c < spinor_components; ++c) {
        // P_+ keeps the spins 0 and 1, and P_- keeps the spins 2 and 3.
        bool const upper = c < half_spinor_components;
        Complex<P> const next = upper == (Adjoint == Dagger::no)
                                    ? shifted<Side::below>(site, first, s, c)
                                    : shifted<Side::above>(site, first, s, c);
        Complex<P> const psi = from.load(c);
        Complex<P> sum{multiply_add(diagonal, psi.re, P(0) - next.re),
                       multiply_add(diagonal, psi.im, P(0) - next.im)};
        if constexpr (Storing == Store::add)
          sum = add<Phase::plus_one>(sum, to.load(c));
        to.store(c, sum);
      }
    }
  }

  /// Returns psi(s + 1) or psi(s - 1) of every lane.
  template <Side Where>
  KOKKOS_FORCEINLINE_FUNCTION Complex<P> shifted(int site, int first, int s, int c) const {
    constexpr int step = Where == Side::above ? 1 : -1;
    if (s + step >= 0 && s + step < packs_)
      return Components(in_, site, first + s + step).load(c);
    Complex<P> psi = Components(in_, site, first + (Where == Side::above ? 0 : packs_ - 1)).load(c);
    if (lanes_4d_ < lanes)
      with_lane_distance(lanes_4d_, [&](auto distance) {
        psi = {rotate_lanes<step * distance()>(psi.re), rotate_lanes<step * distance()>(psi.im)};
      });
    P const wrap = load<P>(Where == Side::above ? wrap_above_ : wrap_below_);
    return {wrap * psi.re, wrap * psi.im};
  }

  Spinors in_;
  Spinors out_;
  int packs_; ///< packs along s of one right-hand side
  int columns_;
  int lanes_4d_;
  T diagonal_;
  alignas(64) T wrap_above_[lanes];
  alignas(64) T wrap_below_[lanes];
};

/// The matrix (keep + shift T) (1 - ratio T)^-1, which acts on the slices s of one site. T is the
/// shift of domain-wall operators: (T psi)(s) = P_- psi(s+1) + P_+ psi(s-1). Beyond either end of
/// s, T takes psi from the other end, times -mass.
struct FifthDimensionRatio {
  double mass;
  double ratio;
  double keep;
  double shift = 0;
};

/// Functor that sets out = R in or adds R in to out, for all s of one site, where R is a
/// FifthDimensionRatio or its adjoint. `in` and `out` may be the same field. `columns` is as for
/// FifthDimensionSite.
///
/// The upper spins of x = (1 - ratio T)^-1 y satisfy x(s) = y(s) + ratio x(s-1) and x(0) = y(0) -
/// ratio mass x(Ls-1). The lower spins satisfy the same equations with s reversed. The adjoint
/// exchanges upper and lower spins.
///
/// Lanes along s hold blocks of n slices. A first pass computes how the recurrence leaves each
/// block if nothing comes into it. A value c that comes into a block adds ratio^n c to that. Hence
/// the values that come into all blocks follow. The first block gets -mass times the end of the
/// last block. The second pass computes x. It also has T x, because (T x)(s) is x(s-1), and the
/// value that comes into the block for its first slice.
template <class Spinors, Store Storing, Dagger Adjoint>
class FifthDimensionRatioSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;
  static constexpr int lanes = ViewTraits<Spinors>::lanes;

public:
  FifthDimensionRatioSite(Lattice const& lattice, FifthDimensionRatio const& matrix,
                          Spinors const& in, Spinors const& out, int columns = 1)
      : in_(in), out_(out), packs_(static_cast<int>(in.extent(1)) / columns), columns_(columns),
        lanes_4d_(lattice.lanes_4d()), blocks_(lattice.lanes_s()),
        ratio_(static_cast<T>(matrix.ratio)), keep_(static_cast<T>(matrix.keep)),
        shift_(static_cast<T>(matrix.shift)),
        across_block_(static_cast<T>(std::pow(matrix.ratio, packs_))),
        around_(static_cast<T>(-matrix.mass /
                               (1.0 + matrix.mass * std::pow(matrix.ratio, packs_ * blocks_)))) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int column = 0; column < columns_; ++column)
      for (int c = 0; c < spinor_components; ++c)
        solve(site, column * packs_, c, (c < half_spinor_components) == (Adjoint == Dagger::no));
  }

private:
  KOKKOS_FUNCTION void solve(int site, int first, int c, bool ascending) const {
    P const ratio(ratio_);
    P const keep(keep_);
    P const shift(shift_);
    auto const slice = [&](int step) { return first + (ascending ? step : packs_ - 1 - step); };
    auto const next = [&](int step, Complex<P> const& x) {
      return multiply_add(ratio, x, Components(in_, site, slice(step)).load(c));
    };
    Complex<P> leaving{P(0), P(0)};
    for (int step = ratio_ == 0 ? packs_ - 1 : 0; step < packs_; ++step)
      leaving = next(step, leaving); // without recurrence, only the last slice leaves its block
    Complex<P> before{into_blocks(leaving.re, ascending), into_blocks(leaving.im, ascending)};
    for (int step = 0; step < packs_; ++step) {
      auto const x = next(step, before);
      Components const to(out_, site, slice(step));
      auto const value = multiply_add(shift, before, keep * x);
      to.store(c, Storing == Store::add ? add<Phase::plus_one>(to.load(c), value) : value);
      before = x;
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
  int packs_; ///< packs along s of one right-hand side
  int columns_;
  int lanes_4d_;
  int blocks_;
  T ratio_;
  T keep_;
  T shift_;
  T across_block_; ///< factor ratio^n of a value that crosses a block of n slices
  /// factor that turns the end of the last block, computed without inflow, into the inflow of the
  /// first block
  T around_;
};

} // namespace kitt
