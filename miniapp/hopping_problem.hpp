// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/link_field.hpp"
#include "core/random.hpp"
#include "core/reference/naive.hpp"
#include "core/spinor_field.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace kitt::miniapp {

/// |out - expected| / |expected| over all elements, laid out alike; NaN if any of `out` is. The
/// same in every run with the same threads.
template <class T, int Lanes>
double relative_difference(SpinorField<T, Lanes> const& out,
                           SpinorField<T, Lanes> const& expected) {
  T const* const a = out.view().data();
  T const* const b = expected.view().data();
  double difference = 0;
  double norm = 0;
  Kokkos::parallel_reduce(
      "kitt::miniapp::relative_difference",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>>(0, out.view().size()),
      KOKKOS_LAMBDA(std::size_t i, double& difference_so_far, double& norm_so_far) {
        double const value = b[i];
        difference_so_far += (a[i] - value) * (a[i] - value);
        norm_so_far += value * value;
      },
      difference, norm);
  return std::sqrt(difference / norm);
}

/// The volume, links and source that the kernels of one cell work on, and what the naive operator
/// makes of them: the sites of odd parity from a random field on the even ones. Wilson works on
/// slice s = 0 of the domain-wall source, so that one naive result serves all kernels.
template <class T>
class HoppingProblem {
public:
  static constexpr Parity target = Parity::odd;

  /// `ls`: slices that any kernel will ask for.
  HoppingProblem(GaugeField gauge, TimeBoundary boundary, int ls, std::uint64_t seed)
      : gauge_(std::move(gauge)), boundary_(boundary), ls_(ls), source_{seed, gauge_.extents} {}

  Extents const& extents() const { return gauge_.extents; }
  PeriodicLinks links() const { return {gauge_, boundary_}; }

  template <int Lanes>
  void fill_source(SpinorField<T, Lanes> const& field) const {
    fill(field, opposite(target), source_);
  }

  /// What the naive operator gives on the target sites.
  template <int Lanes>
  void fill_expected(SpinorField<T, Lanes> const& field) {
    auto const& naive = expected();
    for_each_element(field, target,
                     [&](Coordinate const& x, int s, int spin, int colour, T& re, T& im) {
                       auto const& value = naive.at(x, s)[3 * spin + colour];
                       re = value.real();
                       im = value.imag();
                     });
  }

  /// Memory of the plain fields; the kernels' own come on top.
  static std::size_t bytes(Extents const& extents, int ls) {
    std::size_t const sites = volume(extents);
    return sites *
           (sizeof(GaugeField::Link) * 4 + 2 * 24 * sizeof(T) * static_cast<std::size_t>(ls));
  }

private:
  reference::Field<T> const& expected() {
    if (!expected_) {
      reference::Field<T> source(extents(), ls_);
      reference::for_each_site(source, [&](Coordinate const& x, int s) {
        reference::SiteSpinor psi{};
        if (parity_of(x) != target)
          for (int c = 0; c < 12; ++c) {
            auto const value = source_(x, s, c / 3, c % 3);
            psi[c / 3][c % 3] = {value.re, value.im};
          }
        return psi;
      });
      expected_.emplace(extents(), ls_);
      reference::for_each_site(*expected_, [&](Coordinate const& x, int s) {
        return parity_of(x) == target ? reference::hopping(links(), source, x, s, Dagger::no)
                                      : reference::SiteSpinor{};
      });
    }
    return *expected_;
  }

  static Parity parity_of(Coordinate const& x) {
    return static_cast<Parity>((x[0] + x[1] + x[2] + x[3]) % 2);
  }

  GaugeField gauge_;
  TimeBoundary boundary_;
  int ls_;
  RandomSource source_;
  std::optional<reference::Field<T>> expected_;
};

} // namespace kitt::miniapp
