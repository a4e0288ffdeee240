// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"
#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/fields/link_view.hpp"
#include "core/lattice/local_volume.hpp"

#include <array>
#include <concepts>
#include <vector>

namespace kitt {

/// U_mu(x) of a periodic gauge field, with the sign of an antiperiodic time boundary on the links
/// from the last time slice to the first.
template <int Colours>
struct PeriodicLinksOf {
  GaugeFieldOf<Colours> const& field;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// x may lie outside the lattice.
  ColourMatrix<Colours> operator()(Coordinate x, int mu) const {
    x = LocalVolume::whole(field.extents).to_global(x);
    bool const turned =
        boundary == TimeBoundary::antiperiodic && mu == 3 && x[3] == field.extents[3] - 1;
    auto const& link = field.at(lexicographic(x, field.extents), mu);
    return turned ? negative(link) : link;
  }
};
using PeriodicLinks = PeriodicLinksOf<colours>; ///< of SU(3)

/// Links U_mu(x) below a rank's lower edges: for each direction mu that is split those at x_mu =
/// -depth ... -1, lexicographic with the other coordinates; none for others.
template <int Colours>
struct LinkGhostsOf {
  int depth = 1;
  std::array<std::vector<ColourMatrix<Colours>>, 4> links = {};
};
using LinkGhosts = LinkGhostsOf<colours>; ///< of SU(3)

/// U_mu(x) of the part of a gauge field that a rank holds; the sign of an antiperiodic time
/// boundary as in PeriodicLinks.
template <int Colours>
struct LocalLinksOf {
  GaugeFieldOf<Colours> const& field; ///< the links of this rank's volume
  LinkGhostsOf<Colours> const& ghosts;
  LocalVolume const& volume;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// x lies in the volume or, in direction mu alone, outside: at most the ghosts' depth below it,
  /// if that direction is split.
  ColourMatrix<Colours> operator()(Coordinate const& x, int mu) const {
    bool const turned = boundary == TimeBoundary::antiperiodic && mu == 3 &&
                        volume.to_global(x)[3] == volume.global[3] - 1;
    auto const link = without_boundary(x, mu);
    return turned ? negative(link) : link;
  }

private:
  ColourMatrix<Colours> without_boundary(Coordinate x, int mu) const {
    auto const m = static_cast<std::size_t>(mu);
    if (x[m] >= 0 || ghosts.links[m].empty())
      return PeriodicLinksOf<Colours>{field}(x, mu);
    Extents edge = field.extents;
    edge[m] = ghosts.depth;
    x[m] += ghosts.depth;
    return ghosts.links[m][lexicographic(x, edge)];
  }
};
using LocalLinks = LocalLinksOf<colours>; ///< of SU(3)

/// What makes the link of a leg from U: factors, and how many sites a leg goes. The factors of the
/// Wilson hopping term, if nothing else is said.
struct LegLinks {
  double forward = -0.5;
  double backward = -0.5;
  int hop = 1;
};

/// All links that the hopping term needs for the sites of one parity, stored eight per site
/// (doubled links: the fields of both parities keep each link twice, once for either end): -1/2
/// U_mu(x) for the forward leg, -1/2 U_mu(x - mu)^dagger for the backward leg, or as LegLinks has
/// it. Holding the adjoint and the factor here makes all legs alike. Owns its memory; copies share
/// it.
template <class T, int Lanes, LinkStorage Storage = LinkStorage::full, int Colours = colours>
class LinkField {
  using Link = ColourMatrix<Colours>;

public:
  using view_type = LinkView<T, Lanes, Storage, Colours>;

  /// `links(x, mu)` returns U_mu(x), x up to one leg outside the local lattice. Two rows are for
  /// links in SU(3) with the factors of the Wilson hopping term, `real` for those whose imaginary
  /// parts are zero. Throws UserError where the lattice
  /// has other lanes in space-time than `Lanes`.
  template <class Links>
  LinkField(Lattice const& lattice, Parity parity, Links const& links,
            MemorySource const& memory = kokkos_memory, LegLinks const& made = {})
      : lattice_(lattice), parity_(parity), memory_(memory("kitt::core::links", bytes(lattice))),
        view_(memory_.get(), static_cast<std::size_t>(lattice.sites_per_parity())) {
    KITT_EXPECT(view_type::third_row_kept || (made.forward == -0.5 && made.backward == -0.5));
    KITT_VALIDATE(lattice.lanes_4d() == Lanes,
                  "links of " + std::to_string(Lanes) + " lanes do not fit the lattice " +
                      to_string(lattice.extents()) + " with lanes " +
                      to_string(lattice.lane_grid()) +
                      " (links have the lanes that lie in space-time): give LinkField " +
                      std::to_string(lattice.lanes_4d()) + " lanes");
    auto const elements = host_mirror(view_.elements());
    auto const signs = host_mirror(view_.signs());
    using number = typename view_type::number;
    auto const put = [&](int site, int leg, int lane) {
      Coordinate const x = lattice.coordinate({parity, static_cast<SiteIndex>(site), lane});
      Link const link = leg_link(links, x, leg, made.hop);
      double const factor = hop_of(leg) == Hop::forward ? made.forward : made.backward;
      for (std::size_t i = 0; i < elements.extent(2); ++i) {
        auto const element = factor * link[i / Colours][i % Colours];
        elements(site, leg, i, 0, lane) = rounded<number>(element.real());
        if constexpr (view_type::parts == 2)
          elements(site, leg, i, 1, lane) = rounded<number>(element.imag());
      }
      if constexpr (!view_type::third_row_kept)
        if (leg / 2 == dimensions - 1)
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
    write_back(view_.elements(), elements);
    write_back(view_.signs(), signs);
  }

  Lattice const& lattice() const { return lattice_; }
  Parity parity() const { return parity_; } ///< of the sites that they are for
  view_type const& view() const { return view_; }

  static std::size_t bytes(Lattice const& lattice) {
    return view_type::bytes(static_cast<std::size_t>(lattice.sites_per_parity()));
  }

private:
  /// U_mu(x), or U_mu(x - hop mu)^dagger for a backward leg.
  template <class Links>
  static Link leg_link(Links const& links, Coordinate x, int leg, int hop) {
    if (hop_of(leg) == Hop::forward)
      return links(x, leg / 2);
    x[static_cast<std::size_t>(leg / 2)] -= hop;
    Link const link = links(x, leg / 2);
    Link adjoint;
    for (std::size_t row = 0; row < Colours; ++row)
      for (std::size_t column = 0; column < Colours; ++column)
        adjoint[row][column] = std::conj(link[column][row]);
    return adjoint;
  }

  /// 1, or -1 where an antiperiodic boundary turned the link: then so is its determinant.
  static T third_row_sign(Link const& u) {
    auto const determinant = u[0][0] * (u[1][1] * u[2][2] - u[1][2] * u[2][1]) -
                             u[0][1] * (u[1][0] * u[2][2] - u[1][2] * u[2][0]) +
                             u[0][2] * (u[1][0] * u[2][1] - u[1][1] * u[2][0]);
    return determinant.real() < 0 ? T(-1) : T(1);
  }

  Lattice lattice_;
  Parity parity_;
  std::shared_ptr<void> memory_;
  view_type view_;
};

/// Links of one parity, with their lattice.
template <class Links>
concept LinksField = requires(Links const& links) {
  { links.lattice() } -> std::same_as<Lattice const&>;
  { links.parity() } -> std::same_as<Parity>;
  { links.view() } -> std::same_as<typename Links::view_type const&>;
};

} // namespace kitt
