// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Helpers for tests of staggered operators.

#include "core/operators/make_staggered.hpp"
#include "core/reference/naive_staggered.hpp"
#include "test/core/operator_setup.hpp"

namespace kitt::test {

enum class Action { naive, improved };

/// A layout of operator_setup.hpp for fields with one spin.
template <class L>
struct Staggered : L {
  using T = typename L::value_type;
  using Field = ColourVectorField<T, L::lanes>;
  using Plain = reference::ColourField<T>;
  /// Links that are not in SU(3) cannot be compressed.
  using Links = LinkField<T, L::Links::view_type::lanes>;
  /// Two packs of lanes along s, or two slices.
  static constexpr int slices = L::along_s ? 2 * L::lanes : 2;

  static std::array<Field, 2> fields(Lattice const& lattice, int ls) {
    return {Field("even", lattice, ls), Field("odd", lattice, ls)};
  }
  static Plain random(Extents const& extents, std::uint64_t seed) {
    return random_field<T, 1>(extents, slices, seed);
  }
  static double tolerance() { return sizeof(T) == sizeof(float) ? 1e-6 : 1e-13; }
};

/// Computes M^dagger M applied to `in` on either parity. Adds its products with `in` to `product`.
template <class S, class Hopping>
auto normal_of(Hopping const& hopping, Lattice const& lattice, typename S::Plain const& in,
               double mass, double& product) {
  return run<S>(
      [&](ExecutionSpace const& exec, auto const& from, auto const& to) {
        for (std::size_t p = 0; p < 2; ++p)
          product += StaggeredNormal<Hopping, typename S::Field>(
              hopping, mass, static_cast<Parity>(p), in.ls)(exec, from[p], to[p]);
      },
      lattice, in);
}

/// A staggered operator that applies the kernels to plain fields. The links contain the phases.
template <class S>
struct StaggeredCase {
  using Plain = typename S::Plain;
  Action action;
  GaugeField fat;
  GaugeField longer; ///< long links, which the naive action does not use
  Lattice lattice = S::lattice(fat.extents);

  /// Calls f(D), where D is the hopping term of this action.
  template <class F>
  auto with_hopping(F const& f, Access access = Access::plain) const {
    if (action == Action::naive)
      return f(make_staggered<typename S::Links>(lattice, fat, access));
    return f(make_staggered<typename S::Links>(lattice, fat, longer, access));
  }

  Plain hop(Plain const& in, Dagger dagger = Dagger::no, Access access = Access::plain) const {
    return with_hopping(
        [&](auto const& hopping) { return run<S>(full_hopping(hopping, dagger), lattice, in); },
        access);
  }

  Plain m(Plain const& in, double mass, Dagger dagger) const {
    return with_hopping([&](auto const& hopping) {
      StaggeredOperator const op(hopping, mass);
      return run<S>(
          [&](auto const& exec, auto const& from, auto const& to) { op(exec, from, to, dagger); },
          lattice, in);
    });
  }

  Plain normal(Plain const& in, double mass, double& product) const {
    return with_hopping(
        [&](auto const& hopping) { return normal_of<S>(hopping, lattice, in, mass, product); });
  }

  /// Returns D applied to `in`, computed by the reference operator.
  Plain expected(Plain const& in) const {
    PeriodicLinks const near{fat};
    PeriodicLinks const far{longer};
    return action == Action::naive ? reference::apply_staggered(near, in)
                                   : reference::apply_staggered(near, far, in);
  }
};

/// Returns a x + b y.
template <class Plain>
Plain sum_of(double a, Plain const& x, double b, Plain const& y) {
  using T = typename decltype(x.values)::value_type::value_type;
  Plain sum(x.extents, x.ls);
  for (std::size_t i = 0; i < sum.values.size(); ++i)
    sum.values[i] = static_cast<T>(a) * x.values[i] + static_cast<T>(b) * y.values[i];
  return sum;
}

} // namespace kitt::test
