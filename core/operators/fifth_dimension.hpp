// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/lattice/lattice.hpp"

namespace kitt {

/// Parameters of the Shamir domain-wall operator: domain-wall height m5 (0 < m5 < 2) and quark
/// mass.
struct DomainWallParameters {
  double m5;
  double mass;

  /// Factor of psi(s) in the part of the operator that is diagonal in space-time.
  double diagonal() const { return 5.0 - m5; }
};

/// Whether a kernel replaces its result or adds to it.
enum class Store { replace, add };

/// The part of the domain-wall operator diagonal in space-time, for all s of one site:
/// (5 - m5) psi(s) - P_- psi(s+1) - P_+ psi(s-1), with -mass times the other end beyond either end
/// (Shamir, Nucl. Phys. B 406 (1993) 90; conventions of Grid). Serves lanes in space-time, in s and
/// in both.
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
    // Only the lanes that leave the fifth dimension get the mass: those of the last or the first
    // slices that lanes hold, all of them where none lie along s.
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
        // P_+ keeps spins 0 and 1, P_- spins 2 and 3.
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
  /// psi(s + 1) or psi(s - 1) of every lane.
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

/// The inverse of FifthDimensionSite, for all s of one site. The upper spins obey
/// b x(s) - x(s-1) = y(s), b x(0) + mass x(Ls-1) = y(0), b = 5 - m5: first the recurrence as if
/// the mass were zero, z(s) = (y(s) + z(s-1)) / b, then x(s) = z(s) - mass b^-(s+1) x(Ls-1), where
/// x(Ls-1) = z(Ls-1) / (1 + mass b^-Ls). The lower spins obey the same with s reversed, and the
/// adjoint exchanges the two.
template <class Spinors, Dagger Adjoint>
class FifthDimensionInverseSite {
  using T = typename ViewTraits<Spinors>::value_type;

public:
  FifthDimensionInverseSite(Lattice const& lattice, DomainWallParameters const& parameters,
                            Spinors const& in, Spinors const& out)
      : in_(in), out_(out), packs_(static_cast<int>(in.extent(1))), lanes_4d_(lattice.lanes_4d()),
        ls_(packs_ * lattice.lanes_s()), mass_(static_cast<T>(parameters.mass)),
        inverse_(static_cast<T>(1.0 / parameters.diagonal())) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int c = 0; c < spinor_components; ++c)
      for (int part = 0; part < 2; ++part)
        for (int lane = 0; lane < lanes_4d_; ++lane)
          solve({site, c, part, lane, (c < half_spinor_components) == (Adjoint == Dagger::no)});
  }

private:
  /// One sequence of numbers along s.
  struct Line {
    int site, component, part, lane;
    bool ascending;
  };

  KOKKOS_FUNCTION T& element(Spinors const& field, Line const& line, int step) const {
    int const s = line.ascending ? step : ls_ - 1 - step;
    return field(line.site, s % packs_, line.component, line.part,
                 s / packs_ * lanes_4d_ + line.lane);
  }

  KOKKOS_FUNCTION void solve(Line const& line) const {
    T z = 0;
    T power = 1;
    for (int step = 0; step < ls_; ++step) {
      z = (element(in_, line, step) + z) * inverse_;
      element(out_, line, step) = z;
      power *= inverse_;
    }
    T const last = z / (T(1) + mass_ * power);
    T correction = mass_ * last;
    for (int step = 0; step < ls_; ++step) {
      correction *= inverse_;
      element(out_, line, step) -= correction;
    }
  }

  Spinors in_;
  Spinors out_;
  int packs_;
  int lanes_4d_;
  int ls_;
  T mass_;
  T inverse_;
};

} // namespace kitt
