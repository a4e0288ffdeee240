// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/link_field.hpp"
#include "core/random.hpp"
#include "core/reference/naive.hpp"
#include "core/spinor_field.hpp"

#include <optional>
#include <utility>

namespace kitt::miniapp {

/// |out - expected|^2 and |expected|^2 over this rank's elements; not a number if any of `out` is
/// not. The same in every run with the same threads.
struct Difference {
  double difference2 = 0;
  double norm2 = 0;
};

template <class T, int Lanes>
Difference difference_of(SpinorField<T, Lanes> const& out, SpinorField<T, Lanes> const& expected) {
  T const* const a = out.view().data();
  T const* const b = expected.view().data();
  Difference sum;
  Kokkos::parallel_reduce(
      "kitt::miniapp::difference",
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>>(0, out.view().size()),
      KOKKOS_LAMBDA(std::size_t i, double& difference_so_far, double& norm_so_far) {
        double const value = b[i];
        difference_so_far += (a[i] - value) * (a[i] - value);
        norm_so_far += value * value;
      },
      sum.difference2, sum.norm2);
  return sum;
}

/// Rounded to T. Not inlined: gcc 12 loses a rounding to float and back where it vectorises it.
template <class T>
#ifdef __GNUC__
__attribute__((noinline))
#endif
T as_stored(double value) {
  return static_cast<T>(value);
}

/// The volume, links and source that the kernels of one cell work on, and what the naive operator
/// makes of them: the sites of odd parity from a random field on the even ones. Wilson works on
/// slice s = 0 of the domain-wall source, so that one naive result serves all kernels. The naive
/// operator knows no halo: what lies on other ranks it makes itself, from the source's formula.
template <class T>
class HoppingProblem {
public:
  static constexpr Parity target = Parity::odd;

  /// `gauge`: of the rank's volume, `ghosts`: the links around it. `ls`: slices that any kernel
  /// will ask for.
  HoppingProblem(LocalVolume const& volume, GaugeField gauge, LinkGhosts ghosts,
                 TimeBoundary boundary, int ls, std::uint64_t seed)
      : volume_(volume), gauge_(std::move(gauge)), ghosts_(std::move(ghosts)), boundary_(boundary),
        ls_(ls), source_{seed, volume.global} {}

  LocalVolume const& volume() const { return volume_; }
  LocalLinks links() const { return {gauge_, ghosts_, volume_, boundary_}; }

  template <int Lanes>
  void fill_source(SpinorField<T, Lanes> const& field) const {
    fill(field, opposite(target), [this](Coordinate const& x, int s, int spin, int colour) {
      return source_(volume_.to_global(x), s, spin, colour);
    });
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

  /// Memory of the plain fields of one rank; the kernels' own come on top.
  static std::size_t bytes(Extents const& local, int ls) {
    std::size_t const sites = kitt::volume(local);
    return sites *
           (sizeof(GaugeField::Link) * 4 + 2 * 24 * sizeof(T) * static_cast<std::size_t>(ls));
  }

private:
  reference::Field<T> const& expected() {
    if (!expected_) {
      reference::Field<T> source(volume_.extents, ls_);
      reference::for_each_site(source, [&](Coordinate const& x, int s) {
        return parity_of(x) == target ? reference::SiteSpinor{} : source_spinor(x, s);
      });
      auto const psi = [&](Coordinate const& x, int s) {
        return volume_.holds(x) ? reference::site_spinor(source, x, s) : source_spinor(x, s);
      };
      expected_.emplace(volume_.extents, ls_);
      reference::for_each_site(*expected_, [&](Coordinate const& x, int s) {
        return parity_of(x) == target ? reference::hopping(links(), psi, x, s, Dagger::no)
                                      : reference::SiteSpinor{};
      });
    }
    return *expected_;
  }

  /// As a field of T holds it.
  reference::SiteSpinor source_spinor(Coordinate const& x, int s) const {
    reference::SiteSpinor psi;
    for (int c = 0; c < 12; ++c) {
      auto const value = source_(volume_.to_global(x), s, c / 3, c % 3);
      psi[c / 3][c % 3] = {as_stored<T>(value.re), as_stored<T>(value.im)};
    }
    return psi;
  }

  static Parity parity_of(Coordinate const& x) {
    return static_cast<Parity>((x[0] + x[1] + x[2] + x[3]) % 2);
  }

  LocalVolume volume_;
  GaugeField gauge_;
  LinkGhosts ghosts_;
  TimeBoundary boundary_;
  int ls_;
  RandomSource source_;
  std::optional<reference::Field<T>> expected_;
};

} // namespace kitt::miniapp
