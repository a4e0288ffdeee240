// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/lines/task_grid.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <tuple>

namespace kitt::comms {

namespace {

std::vector<int> ranks_by_node(std::vector<NodePlace> const& places) {
  std::vector<int> ranks(places.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  std::ranges::sort(ranks, {}, [&](int rank) {
    auto const& place = places[static_cast<std::size_t>(rank)];
    return std::tuple(place.node, place.number);
  });
  return ranks;
}

/// Returns the number of rows of the grid nearest to a square: the largest divisor of `ranks` that
/// is at most its square root.
int square_rows(int ranks) {
  int rows = 1;
  for (int divisor = 1; divisor * divisor <= ranks; ++divisor)
    if (ranks % divisor == 0)
      rows = divisor;
  return rows;
}

} // namespace

TaskGrid::TaskGrid(int rows, int columns, std::vector<NodePlace> const& places)
    : rows_(rows), columns_(columns), rank_at_(ranks_by_node(places)), place_of_(places.size()) {
  auto const ranks = static_cast<int>(places.size());
  auto const near = square_rows(ranks);
  KITT_VALIDATE(rows * columns == ranks,
                fmt::format("a grid of {}.{} ranks does not fit this job (it has {} ranks): give "
                            "rows and columns whose product is the number of ranks, as {}.{}",
                            rows, columns, ranks, near, ranks / near));
  for (std::size_t place = 0; place < rank_at_.size(); ++place)
    place_of_[static_cast<std::size_t>(rank_at_[place])] = static_cast<int>(place);
}

int TaskGrid::line_of(Line line, int rank) const {
  auto const place = place_of_[static_cast<std::size_t>(rank)];
  return line == Line::rows ? place / columns_ : place % columns_;
}

int TaskGrid::place_in(Line line, int rank) const {
  return line_of(line == Line::rows ? Line::columns : Line::rows, rank);
}

std::vector<int> TaskGrid::members(Line line, int rank) const {
  auto const number = line_of(line, rank);
  std::vector<int> ranks;
  for (int place = 0; place < length(line); ++place) {
    auto const at = line == Line::rows ? number * columns_ + place : place * columns_ + number;
    ranks.push_back(rank_at_[static_cast<std::size_t>(at)]);
  }
  return ranks;
}

std::string TaskGrid::name() const {
  return fmt::format("{}.{}", rows_, columns_);
}

TaskGrid spread_tasks(std::vector<NodePlace> const& places) {
  auto const ranks = static_cast<int>(places.size());
  int nodes = 0;
  int most_of_node = 0;
  for (auto const& place : places) {
    nodes = std::max(nodes, place.node + 1);
    most_of_node = std::max(most_of_node, place.number + 1);
  }
  bool const node_to_row = nodes > 1 && most_of_node > 1 && nodes * most_of_node == ranks;
  auto const rows = node_to_row ? nodes : square_rows(ranks);
  return {rows, ranks / rows, places};
}

LinePairs count_pairs(TaskGrid const& grid, Line line, std::vector<NodePlace> const& places) {
  LinePairs pairs;
  for (int rank = 0; rank < static_cast<int>(places.size()); ++rank)
    for (auto const other : grid.members(line, rank)) {
      if (other == rank)
        continue;
      bool const same = places[static_cast<std::size_t>(other)].node ==
                        places[static_cast<std::size_t>(rank)].node;
      ++(same ? pairs.inside_node : pairs.between_nodes);
    }
  return pairs;
}

} // namespace kitt::comms
