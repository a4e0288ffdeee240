// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

/// \file
/// Arithmetic of grids that the grid's class and the choice of one share.

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

/// Returns whether all nodes have equally many ranks, as they must if a volume is a node's (else
/// throws UserError).
bool check_nodes(std::vector<int> const& ranks_on_node, VolumeOf of);

/// Into how many parts per direction a volume given is cut for the ranks.
RankGrid parts(VolumeOf of, RankGrid const& ranks, RankGrid const& node_block);

/// Red-black: every part has even extents.
bool fits(Extents const& given, RankGrid const& parts);

/// The nearest volumes that can be cut, larger and, where there is one, smaller.
std::string nearest_volumes(Extents const& given, RankGrid const& parts);

/// "a rank", "a node", "the job".
std::string owner(VolumeOf of);

} // namespace kitt::comms::detail
