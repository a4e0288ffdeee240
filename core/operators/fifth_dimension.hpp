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

/// The matrix (keep + shift T) (1 - ratio T)^-1, which acts on the slices s of one site. T is the
/// shift of domain-wall operators: (T psi)(s) = P_- psi(s+1) + P_+ psi(s-1). Beyond either end of
/// s, T takes psi from the other end, times -mass. P_+ keeps the spins 0 and 1, and P_- keeps the
/// spins 2 and 3.
struct FifthDimensionRatio {
  double mass;
  double ratio;
  double keep;
  double shift = 0;
};

/// Functor that sets out = R in or adds R in to out, for all s of one site, where R is a
/// FifthDimensionRatio or its adjoint. `in` and `out` may be the same field. Lanes may lie in
/// space-time, in s or in both. A field may hold several right-hand sides (`columns`), one after
/// the other; then no lanes may lie in s.
///
/// The upper spins of x = (1 - ratio T)^-1 y satisfy x(s) = y(s) + ratio x(s-1) and x(0) = y(0) -
/// ratio mass x(Ls-1). The lower spins satisfy the same equations with s reversed. The adjoint
/// exchanges upper and lower spins.
///
/// Lanes along s hold blocks of n slices. A first pass computes how the recurrence leaves each
/// block if nothing comes into it. A value c that comes into a block adds ratio^n c to the value
/// that leaves it. Hence the value that comes into a block is a weighted sum of the values that
/// leave all blocks. The second pass computes x. It also has T x, because (T x)(s) is x(s-1), and
/// the value that comes into the block for its first slice.
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
        shift_(static_cast<T>(matrix.shift)) {
    double across[lanes + 1] = {1}; // factor of a value that crosses this number of blocks
    auto const across_block = std::pow(matrix.ratio, packs_);
    for (int blocks = 0; blocks < blocks_; ++blocks)
      across[blocks + 1] = across[blocks] * across_block;
    auto const around = -matrix.mass / (1.0 + matrix.mass * across[blocks_]);
    for (int turn = 0; turn < blocks_; ++turn)
      for (int lane = 0; lane < lanes; ++lane) {
        auto const block = lane / lanes_4d_;
        ascending_[turn].weights[lane] = static_cast<T>(inflow(block, turn, across, around));
        descending_[turn].weights[lane] =
            static_cast<T>(inflow(blocks_ - 1 - block, turn, across, around));
      }
  }

  KOKKOS_FUNCTION void operator()(int site) const {
    constexpr bool upper_ascend = Adjoint == Dagger::no;
    for (int column = 0; column < columns_; ++column) {
      solve<0, upper_ascend>(site, column * packs_);
      solve<half_spinor_components, !upper_ascend>(site, column * packs_);
    }
  }

private:
  /// One number per lane.
  struct LaneNumbers {
    alignas(P) T weights[lanes];
  };

  /// The value that comes into `block` is a weighted sum of values that leave blocks. Returns the
  /// weight of the block that lies `turn` + 1 places before `block`. Blocks are counted along the
  /// recurrence, and the last block comes before the first. A value that goes around gets the
  /// factor `around`.
  double inflow(int block, int turn, double const* across, double around) const {
    auto const source = block - 1 - turn;
    auto const beyond = blocks_ - 1 - (source < 0 ? source + blocks_ : source);
    return (source < 0 ? 0 : across[turn]) + across[block] * around * across[beyond];
  }

  /// Upper or lower spins of one slice.
  using HalfSpinor = Kokkos::Array<Complex<P>, half_spinor_components>;

  /// Computes the upper or lower spins, which are the components from `Begin` on, of one right-hand
  /// side, whose slices begin with `first`. `Ascending`: x(s) depends on x(s-1), not on x(s+1).
  template <int Begin, bool Ascending>
  KOKKOS_FORCEINLINE_FUNCTION void solve(int site, int first) const {
    auto const slice = [&](int step) { return first + (Ascending ? step : packs_ - 1 - step); };
    P const ratio(ratio_);
    HalfSpinor before;
    // without recurrence, only the last slice leaves its block
    for (int step = ratio_ == 0 ? packs_ - 1 : 0; step < packs_; ++step) {
      Components const y(in_, site, slice(step));
      for (int c = 0; c < half_spinor_components; ++c)
        before[c] = step == 0 || ratio_ == 0 ? y.load(Begin + c)
                                             : multiply_add(ratio, before[c], y.load(Begin + c));
    }
    for (auto& leaving : before)
      leaving = {into_blocks<Ascending>(leaving.re), into_blocks<Ascending>(leaving.im)};
    P const keep(keep_);
    P const shift(shift_);
    for (int step = 0; step < packs_; ++step) {
      Components const y(in_, site, slice(step));
      Components const to(out_, site, slice(step));
      for (int c = 0; c < half_spinor_components; ++c) {
        auto const x = multiply_add(ratio, before[c], y.load(Begin + c));
        auto const value = multiply_add(shift, before[c], keep * x);
        to.store(Begin + c,
                 Storing == Store::add ? add<Phase::plus_one>(to.load(Begin + c), value) : value);
        before[c] = x;
      }
    }
  }

  /// Returns the value that comes into the block of each lane. `leaving` is the value that leaves
  /// each block if nothing comes into it.
  template <bool Ascending>
  KOKKOS_FORCEINLINE_FUNCTION P into_blocks(P leaving) const {
    auto const* const by_turn = Ascending ? ascending_ : descending_;
    if (blocks_ == 1)
      return load<P>(by_turn[0].weights) * leaving;
    P into(0);
    with_lane_distance(lanes_4d_, [&](auto distance) {
      // without recurrence, values cross no block
      for (int turn = 0; turn < (ratio_ == 0 ? 1 : blocks_); ++turn) {
        constexpr int places = Ascending ? -distance() : distance();
        leaving = rotate_lanes<places>(leaving);
        into = multiply_add(load<P>(by_turn[turn].weights), leaving, into);
      }
    });
    return into;
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
  LaneNumbers ascending_[lanes]; ///< weights of into_blocks(), by turn
  LaneNumbers descending_[lanes];
};

} // namespace kitt
