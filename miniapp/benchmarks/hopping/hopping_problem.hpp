// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_observables.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/random.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/reference/naive.hpp"
#include "miniapp/benchmarks/hopping/hopping_work.hpp"

#include <array>
#include <optional>
#include <utility>

namespace kitt::miniapp {

/// Rounded to T. Not inlined: gcc 12 loses a rounding to float and back where it vectorises it.
template <class T>
#ifdef __GNUC__
__attribute__((noinline))
#endif
T as_stored(double value) {
  return static_cast<T>(value);
}

/// The volume, links and source that kernels work on, and what the naive operator makes of them.
/// Wilson works on slice s = 0 of the domain-wall source, so that one naive result serves all
/// kernels; the last one of each parity is kept. The naive operator knows no halo: what lies on
/// other ranks it makes itself, from the source's formula.
template <class T>
class HoppingProblem {
public:
  /// `gauge`: of the rank's volume, `ghosts`: the links around it. `ls`: slices that any kernel
  /// will ask for.
  HoppingProblem(LocalVolume const& volume, GaugeField gauge, LinkGhosts ghosts,
                 TimeBoundary boundary, int ls, std::uint64_t seed)
      : volume_(volume), gauge_(std::move(gauge)), ghosts_(std::move(ghosts)), boundary_(boundary),
        ls_(ls), source_{seed, volume.global} {}

  LocalVolume const& volume() const { return volume_; }
  LocalLinks links() const { return {gauge_, ghosts_, volume_, boundary_}; }

  /// How far this rank's links are from SU(3); measured once.
  UnitarityError const& unitarity() {
    if (!unitarity_)
      unitarity_ = unitarity_error(gauge_);
    return *unitarity_;
  }

  /// The source on the sites of one parity.
  template <int Lanes>
  void fill_source(SpinorField<T, Lanes> const& field, Parity parity) const {
    fill(field, parity, [this](Coordinate const& x, int s, int spin, int colour) {
      return source_(volume_.to_global(x), s, spin, colour);
    });
  }

  /// What the naive operator makes of the source on the sites of parity `target`.
  template <int Lanes>
  void fill_expected(SpinorField<T, Lanes> const& field, Application const& hop) {
    auto const& naive = expected(hop);
    for_each_element(field, hop.target,
                     [&](Coordinate const& x, int s, int spin, int colour, T& re, T& im) {
                       auto const& value = naive.at(x, s)[3 * spin + colour];
                       re = value.real();
                       im = value.imag();
                     });
  }

  /// Memory of the plain fields of one rank: its links, a source, and results for `parities`. The
  /// kernels' own come on top.
  static std::size_t bytes(Extents const& local, int ls, std::size_t parities) {
    std::size_t const sites = kitt::volume(local);
    return sites * (sizeof(GaugeField::Link) * 4 +
                    (1 + parities) * 24 * sizeof(T) * static_cast<std::size_t>(ls));
  }

private:
  reference::Field<T> const& expected(Application const& hop) {
    auto& [known, result] = expected_[static_cast<std::size_t>(hop.target)];
    if (result && known == hop.dagger)
      return *result;
    reference::Field<T> source(volume_.extents, ls_);
    reference::for_each_site(source, [&](Coordinate const& x, int s) {
      return parity_of(x) == hop.target ? reference::SiteSpinor{} : source_spinor(x, s);
    });
    auto const psi = [&](Coordinate const& x, int s) {
      return volume_.holds(x) ? reference::site_spinor(source, x, s) : source_spinor(x, s);
    };
    result.emplace(volume_.extents, ls_);
    known = hop.dagger;
    reference::for_each_site(*result, [&](Coordinate const& x, int s) {
      return parity_of(x) == hop.target ? reference::hopping(links(), psi, x, s, hop.dagger)
                                        : reference::SiteSpinor{};
    });
    return *result;
  }

  /// The source at one site, rounded as a field of T holds it.
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
  std::optional<UnitarityError> unitarity_;
  /// Of each target parity: the naive result, of D or D^dagger.
  std::array<std::pair<Dagger, std::optional<reference::Field<T>>>, 2> expected_;
};

} // namespace kitt::miniapp
