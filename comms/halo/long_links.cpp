// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/long_links.hpp"

#include "comms/halo/edge_exchange.hpp"
#include "core/fields/link_algebra.hpp"

#include <vector>

namespace kitt::comms {

namespace {

constexpr int row = 3; ///< links in a product

/// The links of a rank's volume, and those up to two sites above it.
class LinksAbove {
public:
  LinksAbove(Communicator const& world, ProcessGrid const& grid, GaugeField const& local)
      : local_(local), edges_{local.extents, row - 1, 1, "links"},
        above_(exchange_edges<GaugeField::Link>(
            world, grid, edges_, [](int leg) { return hop_of(leg) == Hop::forward; },
            [&](std::size_t site, int leg, std::size_t) { return local.at(site, leg / 2); })) {}

  GaugeField::Link const& operator()(Coordinate x, int mu) const {
    auto const m = static_cast<std::size_t>(mu);
    auto const& ghosts = above_[static_cast<std::size_t>(leg_of(mu, Hop::forward))];
    bool const beyond = x[m] >= local_.extents[m];
    x[m] %= local_.extents[m];
    return beyond && !ghosts.empty() ? ghosts[lexicographic(x, edges_.at(m))]
                                     : local_.at(lexicographic(x, local_.extents), mu);
  }

private:
  GaugeField const& local_;
  Edges edges_;
  EdgeValues<GaugeField::Link> above_;
};

} // namespace

GaugeField make_long_links(Communicator const& world, ProcessGrid const& grid,
                           GaugeField const& local, double factor) {
  LinksAbove const link(world, grid, local);
  GaugeField result{local.extents, std::vector<GaugeField::Link>(local.links.size())};
  for (std::size_t site = 0; site < volume(local.extents); ++site)
    for (int mu = 0; mu < dimensions; ++mu) {
      Coordinate x = coordinate_of(site, local.extents);
      auto long_link = link(x, mu);
      for (int step = 1; step < row; ++step) {
        ++x[static_cast<std::size_t>(mu)];
        long_link = product(long_link, link(x, mu));
      }
      add(result.at(site, mu), long_link, factor);
    }
  return result;
}

} // namespace kitt::comms
