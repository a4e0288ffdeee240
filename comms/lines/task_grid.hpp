// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <string>
#include <vector>

namespace kitt::comms {

/// The ranks that exchange with each other: those of a row of a grid, or those of a column.
enum class Line { rows, columns };
constexpr auto names_of(Line) {
  return std::array{"rows", "columns"};
}

/// All ranks on a grid of rows and columns, row by row in the order of their nodes and of their
/// numbers there, so that a row that fits into a node lies in one.
class TaskGrid {
public:
  /// `places`: of all ranks. Throws UserError if the grid has not as many places as there are
  /// ranks.
  TaskGrid(int rows, int columns, std::vector<NodePlace> const& places);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Ranks of a line.
  int length(Line line) const { return line == Line::rows ? columns_ : rows_; }
  /// Number of the row, or of the column, that a rank stands in.
  int line_of(Line line, int rank) const;
  /// A rank's number among those of its line.
  int place_in(Line line, int rank) const;
  /// The ranks of the line that a rank stands in, in order.
  std::vector<int> members(Line line, int rank) const;
  /// "2.4": rows, columns.
  std::string name() const;

private:
  int rows_;
  int columns_;
  std::vector<int> rank_at_;  ///< by place on the grid
  std::vector<int> place_of_; ///< on the grid, by rank
};

/// A grid with a node to each row where all nodes have equally many ranks, more than one; else the
/// grid that is nearest to a square, with no more rows than columns.
TaskGrid spread_tasks(std::vector<NodePlace> const& places);

/// Pairs of different ranks of the same line, one sending to the other.
struct LinePairs {
  std::size_t inside_node = 0;
  std::size_t between_nodes = 0;
};
LinePairs count_pairs(TaskGrid const& grid, Line line, std::vector<NodePlace> const& places);

} // namespace kitt::comms
