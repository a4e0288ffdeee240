// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

/// \file
/// Arithmetic of grids, shared by ProcessGrid and choose_grid().

namespace kitt::comms::detail {

inline constexpr RankGrid ones{1, 1, 1, 1};

template <class Operation>
Extents combined(Extents const& a, Extents const& b, Operation const& operation) {
  Extents result{};
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), operation);
  return result;
}

inline Extents times(Extents const& a, Extents const& b) {
  return combined(a, b, std::multiplies{});
}

inline Extents over(Extents const& a, Extents const& b) {
  return combined(a, b, std::divides{});
}

std::vector<int> ranks_on_nodes(std::vector<NodePlace> const& places);

/// Returns whether all nodes have equally many ranks. Throws UserError if nodes have different
/// numbers of ranks and the volume is given per node.
bool check_nodes(std::vector<int> const& ranks_on_node, VolumeOf of);

/// Returns into how many parts per direction a given volume is cut for the ranks.
RankGrid parts(VolumeOf of, RankGrid const& ranks, RankGrid const& node_block);

/// Returns whether a volume can be cut into parts with even extents, which even-odd kernels need.
bool fits(Extents const& given, RankGrid const& parts);

/// Returns the nearest volumes that can be cut into parts: a larger one and, if possible, a smaller
/// one.
std::string nearest_volumes(Extents const& given, RankGrid const& parts);

/// Returns "a rank", "a node" or "the job".
std::string owner(VolumeOf of);

} // namespace kitt::comms::detail
