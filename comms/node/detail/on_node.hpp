// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Returns the texts of all ranks on this rank's node, ordered by their numbers on the node.
/// Collective over all ranks.
inline std::vector<std::string> gather_on_node(Communicator const& world, std::string const& text) {
  auto const all = world.gather(text);
  auto const& places = world.places();
  auto const own = places[static_cast<std::size_t>(world.rank())].node;
  std::vector<std::string> result;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (places[rank].node == own)
      result.push_back(all[rank]);
  return result;
}

} // namespace kitt::comms::detail
