// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/detail/grid_arithmetic.hpp"

#include "core/base/error.hpp"

#include <fmt/format.h>

namespace kitt::comms::detail {

std::vector<int> ranks_on_nodes(std::vector<NodePlace> const& places) {
  std::vector<int> result;
  for (auto const& place : places) {
    auto const node = static_cast<std::size_t>(place.node);
    result.resize(std::max(result.size(), node + 1));
    ++result[node];
  }
  return result;
}

bool check_nodes(std::vector<int> const& ranks_on_node, VolumeOf of) {
  auto const [fewest, most] = std::minmax_element(ranks_on_node.begin(), ranks_on_node.end());
  bool const uniform = *fewest == *most;
  KITT_VALIDATE(uniform || of != VolumeOf::node,
                fmt::format("L cannot be the volume of a node (nodes have {} to {} ranks, so ranks "
                            "would get different parts): use --per-rank or --scaling strong, or "
                            "start equally many ranks on each node",
                            *fewest, *most));
  return uniform;
}

RankGrid parts(VolumeOf of, RankGrid const& ranks, RankGrid const& node_block) {
  return of == VolumeOf::rank ? ones : of == VolumeOf::node ? node_block : ranks;
}

bool fits(Extents const& given, RankGrid const& parts) {
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (given[mu] < 1 || given[mu] % (2 * parts[mu]) != 0)
      return false;
  return true;
}

std::string owner(VolumeOf of) {
  return of == VolumeOf::rank ? "a rank" : of == VolumeOf::node ? "a node" : "the job";
}

std::string nearest_volumes(Extents const& given, RankGrid const& parts) {
  auto below = given;
  auto above = given;
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const unit = 2 * parts[mu];
    below[mu] -= given[mu] % unit;
    above[mu] = below[mu] == given[mu] && given[mu] > 0 ? given[mu] : below[mu] + unit;
  }
  auto const larger = to_string(above);
  return volume(below) == 0 ? larger : fmt::format("{} or {}", larger, to_string(below));
}

} // namespace kitt::comms::detail
