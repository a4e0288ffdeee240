// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/staggered_links.hpp"

#include "comms/halo/long_links.hpp"
#include "comms/halo/rank_links.hpp"
#include "core/fields/staggered_links.hpp"

#include <utility>

namespace kitt::miniapp {

void StaggeredLinks::exchange_ghosts(RunContext const& context) {
  auto const ghosts = [&](GaugeField const& links, int depth) {
    return comms::exchange_link_ghosts(context.communicator(), context.grid(), links, depth);
  };
  near_ghosts = ghosts(near, 1);
  if (!far.links.empty())
    far_ghosts = ghosts(far, long_hop);
}

StaggeredLinks naive_links(RunContext const& context, LocalVolume const& volume, GaugeField gauge,
                           TimeBoundary boundary) {
  StaggeredLinks links{with_staggered_phases(std::move(gauge), volume, boundary), {}};
  links.exchange_ghosts(context);
  return links;
}

StaggeredLinks naik_links(RunContext const& context, LocalVolume const& volume, GaugeField gauge,
                          TimeBoundary boundary) {
  StaggeredLinks links{with_staggered_phases(std::move(gauge), volume, boundary), {}};
  links.far = comms::make_long_links(context.communicator(), context.grid(), links.near, -1.0 / 24);
  for (auto& link : links.near.links)
    for (auto& row : link)
      for (auto& number : row)
        number *= 9.0 / 8;
  links.exchange_ghosts(context);
  return links;
}

} // namespace kitt::miniapp
