// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"
#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/fields/link_view.hpp"
#include "core/lattice/lattice.hpp"

#include <array>
#include <concepts>
#include <vector>

namespace kitt {

/// The links U_mu(x) of a periodic gauge field. With an antiperiodic time boundary, the links from
/// the last time slice to the first have the opposite sign.
template <int Colours>
struct PeriodicLinksOf {
  GaugeFieldOf<Colours> const& field;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// Returns U_mu(x). x may lie outside the lattice.
  ColourMatrix<Colours> operator()(Coordinate x, int mu) const {
    x = LocalVolume::whole(field.extents).to_global(x);
    bool const turned =
        boundary == TimeBoundary::antiperiodic && mu == 3 && x[3] == field.extents[3] - 1;
    auto const& link = field.at(lexicographic(x, field.extents), mu);
    return turned ? negative(link) : link;
  }
};
using PeriodicLinks = PeriodicLinksOf<colours>; ///< periodic links of SU(3)

/// Links U_mu(x) below the lower edges of a rank's volume. For each split direction mu, the field
/// holds the links at x_mu = -depth ... -1, in lexicographic order with the other coordinates.
/// Empty for directions that are not split.
template <int Colours>
struct LinkGhostsOf {
  int depth = 1;
  std::array<std::vector<ColourMatrix<Colours>>, 4> links = {};
};
using LinkGhosts = LinkGhostsOf<colours>; ///< link ghosts of SU(3)

/// The links U_mu(x) of the part of a gauge field that one rank holds. With an antiperiodic time
/// boundary, the links from the last time slice to the first have the opposite sign.
template <int Colours>
struct LocalLinksOf {
  GaugeFieldOf<Colours> const& field; ///< links of this rank's volume, without boundary sign
  LinkGhostsOf<Colours> const& ghosts;
  LocalVolume const& volume;
  TimeBoundary boundary = TimeBoundary::periodic;

  /// Returns U_mu(x). x may lie outside the volume only in direction mu. In a split direction, x
  /// may be at most the ghosts' depth below the volume.
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
using LocalLinks = LocalLinksOf<colours>; ///< links of SU(3) on one rank

/// Factors and length of the hops for which links are stored. The default is the Wilson hopping
/// term.
struct LegLinks {
  double forward = -0.5;
  double backward = -0.5;
  int hop = 1;
};

/// All links that the hopping term needs for the sites of one parity, eight per site. The stored
/// links are -1/2 U_mu(x) for the forward hop and -1/2 U_mu(x - mu)^dagger for the backward hop.
/// LegLinks can change the factors -1/2. Links are doubled: the fields of the two parities together
/// store each link twice, once for each end. The stored adjoint and factor let kernels treat all
/// hops alike. The field owns its memory; copies share the memory.
template <class T, int Lanes, LinkStorage Storage = LinkStorage::full, int Colours = colours>
class LinkField {
  using Link = ColourMatrix<Colours>;

public:
  using view_type = LinkView<T, Lanes, Storage, Colours>;

  /// Stores links from `links(x, mu)`, which returns U_mu(x) for x up to one hop outside the local
  /// lattice. Storage as two rows needs links in SU(3) and the factors of the Wilson hopping term.
  /// Storage as `real` needs links whose imaginary parts are zero. Throws UserError if the lattice
  /// does not have `Lanes` lanes in space-time.
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
                      " (links need as many lanes as the lattice has in space-time): "
                      "give LinkField " +
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
  Parity parity() const {
    return parity_;
  } ///< parity of the sites for which these links are
    ///< stored
  view_type const& view() const { return view_; }

  static std::size_t bytes(Lattice const& lattice) {
    return view_type::bytes(static_cast<std::size_t>(lattice.sites_per_parity()));
  }

private:
  /// Returns U_mu(x) for a forward hop, and U_mu(x - hop mu)^dagger for a backward hop.
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

  /// Returns the sign of the link's determinant. The sign is -1 if an antiperiodic boundary changed
  /// the sign of the link, otherwise 1.
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

/// A field that holds the links of one parity and knows their lattice.
template <class Links>
concept LinksField = requires(Links const& links) {
  { links.lattice() } -> std::same_as<Lattice const&>;
  { links.parity() } -> std::same_as<Parity>;
  { links.view() } -> std::same_as<typename Links::view_type const&>;
};

} // namespace kitt
