// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/hopping.hpp"

#include <array>
#include <utility>

namespace kitt {

/// The even and the odd half of a full field.
template <class Spinors>
using FullView = std::array<Spinors, 2>;
/// Views of both halves.
template <class T, int Lanes>
FullView<SpinorView<T, Lanes>> full_view(std::array<SpinorField<T, Lanes>, 2> const& halves) {
  return {halves[0].view(), halves[1].view()};
}

namespace detail {

/// out += factor * in
template <class Spinors, class T>
void add_scaled(ExecutionSpace const& exec, T factor, Spinors const& in, Spinors const& out) {
  Kokkos::parallel_for(
      "kitt::core::add_scaled", SitePolicy(exec, 0, static_cast<int>(out.extent(0))),
      KOKKOS_LAMBDA(int site) {
        using P = typename ViewTraits<Spinors>::pack;
        P const wide(factor);
        for (int s = 0; s < static_cast<int>(out.extent(1)); ++s) {
          Components const from(in, site, s);
          Components const to(out, site, s);
          for (int c = 0; c < spinor_components; ++c) {
            auto const a = from.load(c);
            auto const b = to.load(c);
            to.store(c, Complex<P>{multiply_add(wide, a.re, b.re), multiply_add(wide, a.im, b.im)});
          }
        }
      });
}

} // namespace detail

/// The Wilson operator M = (4 + mass) + D, D the hopping term; kappa = 1 / (2 (4 + mass)).
template <class Hopping>
class WilsonOperator {
public:
  WilsonOperator(Hopping hopping, double mass) : hopping_(std::move(hopping)), mass_(mass) {}

  /// out = M in, or M^dagger in, on both parities.
  template <class Spinors>
  void operator()(ExecutionSpace const& exec, FullView<Spinors> const& in,
                  FullView<Spinors> const& out, Dagger dagger = Dagger::no) const {
    for (std::size_t p = 0; p < 2; ++p) {
      hopping_(exec, static_cast<Parity>(p), in[1 - p], out[p], dagger);
      detail::add_scaled(exec, static_cast<typename ViewTraits<Spinors>::value_type>(4.0 + mass_),
                         in[p], out[p]);
    }
  }

private:
  Hopping hopping_;
  double mass_;
};

} // namespace kitt
