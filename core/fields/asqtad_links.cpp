// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/asqtad_links.hpp"

#include "core/fields/link_products.hpp"
#include "core/lattice/lattice.hpp"

#include <Kokkos_Core.hpp>

#include <utility>

namespace kitt {

namespace {

using Link = GaugeField::Link;

/// A matrix per site, at the beginning of paths.
using Matrices = std::vector<Link>;

/// Which side of a link a staple lies on.
enum class Side { both, above, below };

/// Coefficients of paths, for links that hold the phases: with each direction that a path leaves
/// and comes back to they change sign.
struct Coefficients {
  double one = 5.0 / 8;
  double three;
  double five;
  double seven;
  double straight; ///< five links, two in a row on either side
  double naik;     ///< three in a row

  explicit Coefficients(double u0)
      : three(-1.0 / 16 / (u0 * u0)), five(1.0 / 64 / (u0 * u0 * u0 * u0)),
        seven(-1.0 / 384 / (u0 * u0 * u0 * u0 * u0 * u0)),
        straight(-1.0 / 16 / (u0 * u0 * u0 * u0)), naik(-1.0 / 24 / (u0 * u0)) {}
};

/// Products of the links of a periodic lattice along paths.
class Paths {
public:
  explicit Paths(GaugeField const& links) : links_(links) {}

  std::size_t sites() const { return volume(links_.extents); }

  /// Calls f(x, site) on every site, in parallel.
  template <class F>
  void for_sites(F const& f) const {
    Kokkos::parallel_for("kitt::core::asqtad_links",
                         Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, sites()),
                         [&](std::size_t site) { f(coordinate_of(site, links_.extents), site); });
    Kokkos::DefaultHostExecutionSpace().fence("kitt::core::asqtad_links: paths multiplied");
  }

  /// The links in direction mu.
  Matrices links(int mu) const {
    Matrices result(sites());
    for_sites([&](Coordinate const&, std::size_t site) { result[site] = links_.at(site, mu); });
    return result;
  }

  /// Paths from x to x + mu that step in direction nu, go along `middle` of there, and step back.
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

  /// The product of three links in a row from x.
  Link row_of_three(Coordinate const& x, int mu) const {
    auto const second = step(x, mu);
    auto const third = step(x, mu, 2);
    return product(product(links_.at(lexicographic(x, links_.extents), mu), links_.at(second, mu)),
                   links_.at(third, mu));
  }

private:
  /// The site so many steps further.
  std::size_t step(Coordinate x, int mu, int steps = 1) const {
    auto const m = static_cast<std::size_t>(mu);
    auto const extent = links_.extents[m];
    x[m] = (x[m] + steps + extent) % extent;
    return lexicographic(x, links_.extents);
  }

  GaugeField const& links_;
};

/// The fat links in one direction.
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

  /// All whose inmost staple lies in direction nu.
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
      int const sigma = 0 + 1 + 2 + 3 - mu_ - nu - rho; // the one that is left
      add_paths(c.seven, paths_.staples(five, mu_, sigma));
    }
  }

  Paths const& paths_;
  int mu_;
  Matrices single_;
  Matrices sum_;
};

} // namespace

ImprovedLinks asqtad_links(GaugeField const& links, double u0) {
  Coefficients const c(u0);
  Paths const paths(links);
  ImprovedLinks made{{links.extents, Matrices(links.links.size())},
                     {links.extents, Matrices(links.links.size())}};
  for (int mu = 0; mu < 4; ++mu) {
    FatLinks const fat(paths, mu, c);
    paths.for_sites([&](Coordinate const& x, std::size_t site) {
      made.fat.at(site, mu) = fat.sum()[site];
      auto& longer = made.longer.at(site, mu);
      longer = {};
      add(longer, paths.row_of_three(x, mu), c.naik);
    });
  }
  return made;
}

} // namespace kitt
