// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/fields/link_view.hpp"
#include "core/lattice/local_volume.hpp"

#include <array>
#include <vector>

namespace kitt {

/// Sign of a fermion field that goes once around the lattice in time.
enum class TimeBoundary { periodic, antiperiodic };
constexpr auto names_of(TimeBoundary) {
  return std::array{"periodic", "antiperiodic"};
}
/// -U, which takes the place of U where a link crosses an antiperiodic boundary.
inline GaugeField::Link negative(GaugeField::Link link) {
  for (auto& row : link)
    for (auto& element : row)
      element = -element;
  return link;
}

/// U_mu(x) of a periodic gauge field, with the sign of an antiperiodic time boundary on the links
/// from the last time slice to the first.
struct PeriodicLinks {
  GaugeField const& field;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// x may lie one step outside the lattice.
  GaugeField::Link operator()(Coordinate x, int mu) const {
    for (std::size_t nu = 0; nu < 4; ++nu)
      x[nu] = (x[nu] + field.extents[nu]) % field.extents[nu];
    bool const turned =
        boundary == TimeBoundary::antiperiodic && mu == 3 && x[3] == field.extents[3] - 1;
    auto const& link = field.at(lexicographic(x, field.extents), mu);
    return turned ? negative(link) : link;
  }
};

/// U_mu(x - mu) of the sites x at a rank's lower edges: for each direction mu that is split the
/// links at x_mu = -1, lexicographic in the other coordinates; empty for others.
using LinkGhosts = std::array<std::vector<GaugeField::Link>, 4>;

/// U_mu(x) of the part of a gauge field that a rank holds; the sign of an antiperiodic time
/// boundary as in PeriodicLinks.
struct LocalLinks {
  GaugeField const& field; ///< the links of this rank's volume
  LinkGhosts const& ghosts;
  LocalVolume const& volume;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// x lies in the volume or, in direction mu alone, one step outside: below it, if that direction
  /// is split.
  GaugeField::Link operator()(Coordinate const& x, int mu) const {
    bool const turned = boundary == TimeBoundary::antiperiodic && mu == 3 &&
                        volume.to_global(x)[3] == volume.global[3] - 1;
    auto const link = without_boundary(x, mu);
    return turned ? negative(link) : link;
  }

private:
  GaugeField::Link without_boundary(Coordinate x, int mu) const {
    auto const m = static_cast<std::size_t>(mu);
    if (x[m] >= 0 || ghosts[m].empty())
      return PeriodicLinks{field}(x, mu);
    Extents edge = field.extents;
    edge[m] = 1;
    x[m] = 0;
    return ghosts[m][lexicographic(x, edge)];
  }
};

/// All links that the hopping term needs for the sites of one parity, stored eight per site
/// (doubled links: the fields of both parities keep each link twice, once for either end): -1/2
/// U_mu(x) for the forward leg, -1/2 U_mu(x - mu)^dagger for the backward leg. Holding the adjoint
/// and the factor here makes all legs alike. Owns its memory; copies share it.
template <class T, int Lanes, LinkStorage Storage = LinkStorage::full>
class LinkField {
public:
  using view_type = LinkView<T, Lanes, Storage>;

  /// `links(x, mu)` returns U_mu(x), x up to one step outside the local lattice.
  template <class Links>
  LinkField(Lattice const& lattice, Parity parity, Links const& links,
            MemorySource const& memory = kokkos_memory)
      : memory_(memory("kitt::core::links", bytes(lattice))),
        view_(memory_.get(), static_cast<std::size_t>(lattice.sites_per_parity())) {
    auto const elements = Kokkos::create_mirror_view(Kokkos::HostSpace(), view_.elements());
    auto const signs = Kokkos::create_mirror_view(Kokkos::HostSpace(), view_.signs());
    using number = typename view_type::number;
    auto const put = [&](int site, int leg, int lane) {
      Coordinate const x = lattice.coordinate({parity, static_cast<SiteIndex>(site), lane});
      GaugeField::Link const link = leg_link(links, x, leg);
      for (std::size_t i = 0; i < elements.extent(2); ++i) {
        auto const element = -0.5 * link[i / colours][i % colours];
        elements(site, leg, i, 0, lane) = rounded<number>(element.real());
        elements(site, leg, i, 1, lane) = rounded<number>(element.imag());
      }
      if (!view_type::third_row_kept && leg / 2 == dimensions - 1)
        signs(site, leg % 2, lane) = third_row_sign(link);
    };
    Kokkos::parallel_for(
        "kitt::core::link_field::fill",
        Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::Schedule<Kokkos::Static>>(
            0, lattice.sites_per_parity()),
        [&](int site) {
          for (int lane = 0; lane < Lanes; ++lane)
            for (int leg = 0; leg < legs; ++leg)
              put(site, leg, lane);
        });
    Kokkos::DefaultHostExecutionSpace().fence("kitt::core::link_field: filled on the host");
    Kokkos::deep_copy(view_.elements(), elements);
    Kokkos::deep_copy(view_.signs(), signs);
  }

  view_type const& view() const { return view_; }

  static std::size_t bytes(Lattice const& lattice) {
    return view_type::bytes(static_cast<std::size_t>(lattice.sites_per_parity()));
  }

private:
  /// U_mu(x), or U_mu(x - mu)^dagger for a backward leg.
  template <class Links>
  static GaugeField::Link leg_link(Links const& links, Coordinate x, int leg) {
    if (leg == leg_of(leg / 2, Hop::forward))
      return links(x, leg / 2);
    x[static_cast<std::size_t>(leg / 2)] -= 1;
    GaugeField::Link const link = links(x, leg / 2);
    GaugeField::Link adjoint;
    for (std::size_t row = 0; row < colours; ++row)
      for (std::size_t column = 0; column < colours; ++column)
        adjoint[row][column] = std::conj(link[column][row]);
    return adjoint;
  }

  /// 1, or -1 where an antiperiodic boundary turned the link: then so is its determinant.
  static T third_row_sign(GaugeField::Link const& u) {
    auto const determinant = u[0][0] * (u[1][1] * u[2][2] - u[1][2] * u[2][1]) -
                             u[0][1] * (u[1][0] * u[2][2] - u[1][2] * u[2][0]) +
                             u[0][2] * (u[1][0] * u[2][1] - u[1][1] * u[2][0]);
    return determinant.real() < 0 ? T(-1) : T(1);
  }

  std::shared_ptr<void> memory_;
  view_type view_;
};

} // namespace kitt
