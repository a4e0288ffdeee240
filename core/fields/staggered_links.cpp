// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/staggered_links.hpp"

#include "core/fields/link_algebra.hpp"
#include "core/lattice/lattice.hpp"

#include <Kokkos_Core.hpp>

#include <utility>

namespace kitt {

namespace {

using Link = GaugeField::Link;

/// One matrix per site, for example the sum of the paths that begin at that site.
using Matrices = std::vector<Link>;

/// The side of a link on which a staple lies.
enum class Side { both, above, below };

/// Coefficients of paths, for links that contain the staggered phases. Because of the phases, a
/// coefficient changes sign with each direction in which a path steps sideways and back.
struct Coefficients {
  double one;
  /// coefficient of the straight staple of five links: two sideways, one along, two back
  double straight = 0;
  double naik = 0; ///< coefficient of three links in a row
  double three = -1.0 / 16;
  double five = 1.0 / 64;
  double seven = -1.0 / 384;
};

Coefficients asqtad(double u0) {
  double const u2 = u0 * u0;
  Coefficients c{5.0 / 8, -1.0 / 16, -1.0 / 24};
  c.three /= u2;
  c.naik /= u2;
  c.five /= u2 * u2;
  c.straight /= u2 * u2;
  c.seven /= u2 * u2 * u2;
  return c;
}

Coefficients hisq(double naik_epsilon) {
  return {1 + naik_epsilon / 8, -1.0 / 8, -(1 + naik_epsilon) / 24};
}

/// Products of links along paths on a periodic lattice.
class Paths {
public:
  explicit Paths(GaugeField const& links) : links_(links) {}

  Extents const& extents() const { return links_.extents; }
  std::size_t sites() const { return volume(extents()); }

  /// Calls f(x, site) for every site, in parallel.
  template <class F>
  void for_sites(F const& f) const {
    Kokkos::parallel_for("kitt::core::improved_links",
                         Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, sites()),
                         [&](std::size_t site) { f(coordinate_of(site, links_.extents), site); });
    Kokkos::DefaultHostExecutionSpace().fence("kitt::core::improved_links: paths multiplied");
  }

  /// Returns the links in direction mu.
  Matrices links(int mu) const {
    Matrices result(sites());
    for_sites([&](Coordinate const&, std::size_t site) { result[site] = links_.at(site, mu); });
    return result;
  }

  /// Returns the staples from x to x + mu: each path steps in direction nu, follows `middle` from
  /// there, and steps back.
  Matrices staples(Matrices const& middle, int mu, int nu, Side side = Side::both) const {
    Matrices result(sites());
    for_sites([&](Coordinate const& x, std::size_t site) {
      Link sum{};
      if (side != Side::below)
        add(sum, product(product(links_.at(site, nu), middle[step(x, nu)]),
                         adjoint(links_.at(step(x, mu), nu))));
      if (side != Side::above) {
        auto const below = step(x, nu, -1);
        auto const end = step(coordinate_of(below, links_.extents), mu);
        add(sum,
            product(product(adjoint(links_.at(below, nu)), middle[below]), links_.at(end, nu)));
      }
      result[site] = sum;
    });
    return result;
  }

  /// Returns the product of three links in a row from x in direction mu.
  Link row_of_three(Coordinate const& x, int mu) const {
    auto const second = step(x, mu);
    auto const third = step(x, mu, 2);
    return product(product(links_.at(lexicographic(x, links_.extents), mu), links_.at(second, mu)),
                   links_.at(third, mu));
  }

private:
  /// Returns the site `steps` steps from x in direction mu.
  std::size_t step(Coordinate x, int mu, int steps = 1) const {
    auto const m = static_cast<std::size_t>(mu);
    auto const extent = links_.extents[m];
    x[m] = (x[m] + steps + extent) % extent;
    return lexicographic(x, links_.extents);
  }

  GaugeField const& links_;
};

/// The fat links in one direction, computed as a sum over paths.
class FatLinks {
public:
  FatLinks(Paths const& paths, int mu, Coefficients const& c)
      : paths_(paths), mu_(mu), single_(paths.links(mu)), sum_(paths.sites()) {
    add_paths(c.one, single_);
    for (int nu = 0; nu < 4; ++nu)
      if (nu != mu)
        add_staples(nu, c);
  }

  Matrices const& sum() const { return sum_; }

private:
  void add_paths(double coefficient, Matrices const& paths) {
    paths_.for_sites(
        [&](Coordinate const&, std::size_t site) { add(sum_[site], paths[site], coefficient); });
  }

  /// Adds all staples whose innermost staple lies in direction nu.
  void add_staples(int nu, Coefficients const& c) {
    auto const three = paths_.staples(single_, mu_, nu);
    add_paths(c.three, three);
    for (auto const side : {Side::above, Side::below})
      add_paths(c.straight, paths_.staples(paths_.staples(single_, mu_, nu, side), mu_, nu, side));
    for (int rho = 0; rho < 4; ++rho) {
      if (rho == mu_ || rho == nu)
        continue;
      auto const five = paths_.staples(three, mu_, rho);
      add_paths(c.five, five);
      int const sigma = 0 + 1 + 2 + 3 - mu_ - nu - rho; // the direction other than mu, nu and rho
      add_paths(c.seven, paths_.staples(five, mu_, sigma));
    }
  }

  Paths const& paths_;
  int mu_;
  Matrices single_;
  Matrices sum_;
};

GaugeField fat_links(Paths const& paths, Coefficients const& c) {
  GaugeField fat{paths.extents(), Matrices(4 * paths.sites())};
  for (int mu = 0; mu < 4; ++mu) {
    FatLinks const made(paths, mu, c);
    paths.for_sites(
        [&](Coordinate const&, std::size_t site) { fat.at(site, mu) = made.sum()[site]; });
  }
  return fat;
}

GaugeField long_links(Paths const& paths, double naik) {
  GaugeField longer{paths.extents(), Matrices(4 * paths.sites())};
  for (int mu = 0; mu < 4; ++mu)
    paths.for_sites([&](Coordinate const& x, std::size_t site) {
      add(longer.at(site, mu), paths.row_of_three(x, mu), naik);
    });
  return longer;
}

ImprovedLinks improved_links(GaugeField const& links, Coefficients const& c) {
  Paths const paths(links);
  return {fat_links(paths, c), long_links(paths, c.naik)};
}

} // namespace

ImprovedLinks asqtad_links(GaugeField const& links, double u0) {
  return improved_links(links, asqtad(u0));
}

GaugeField fat7_links(GaugeField const& links) {
  return fat_links(Paths(links), {1.0 / 8});
}

ImprovedLinks hisq_links(GaugeField const& links, double naik_epsilon) {
  return improved_links(unitary_links(fat7_links(links)), hisq(naik_epsilon));
}

namespace {

/// Returns true if eta_mu(x) is -1.
bool phase_is_negative(Coordinate const& x, int mu) {
  int exponent = 0;
  if (mu != 3) {
    exponent = x[3];
    for (int nu = 0; nu < mu; ++nu)
      exponent += x[static_cast<std::size_t>(nu)];
  }
  return exponent % 2 != 0;
}

} // namespace

GaugeField with_staggered_phases(GaugeField links, LocalVolume const& volume, TimeBoundary boundary,
                                 int hop) {
  for (std::size_t site = 0; site < links.links.size() / 4; ++site) {
    Coordinate const x = volume.to_global(coordinate_of(site, volume.extents));
    for (int mu = 0; mu < 4; ++mu) {
      int const crossings = mu == 3 ? (x[3] + hop) / volume.global[3] : 0;
      bool const turned = boundary == TimeBoundary::antiperiodic && crossings % 2 != 0;
      if (phase_is_negative(x, mu) != turned)
        links.at(site, mu) = negative(links.at(site, mu));
    }
  }
  return links;
}

GaugeField with_staggered_phases(GaugeField links, TimeBoundary boundary, int hop) {
  auto const volume = LocalVolume::whole(links.extents);
  return with_staggered_phases(std::move(links), volume, boundary, hop);
}

} // namespace kitt
