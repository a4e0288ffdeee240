// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <string>
#include <vector>

namespace kitt::comms {

/// The ranks of a grid that exchange blocks with each other: the ranks of a row, or the ranks of a
/// column.
enum class Line { rows, columns };
constexpr auto names_of(Line) {
  return std::array{"rows", "columns"};
}

/// All ranks on a grid of rows and columns. Ranks fill the grid row by row, ordered by node and by
/// their number on the node. A row of the grid that fits into a node therefore lies in one node.
class TaskGrid {
public:
  /// Makes a grid. `places`: place of every rank. Throws UserError if rows times columns is not the
  /// number of ranks.
  TaskGrid(int rows, int columns, std::vector<NodePlace> const& places);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// Returns the number of ranks in a row, or in a column.
  int length(Line line) const { return line == Line::rows ? columns_ : rows_; }
  /// Returns the number of the row, or of the column, that contains a rank.
  int line_of(Line line, int rank) const;
  /// Returns a rank's number within its row, or within its column.
  int place_in(Line line, int rank) const;
  /// Returns the ranks of the row, or of the column, that contains a rank, in order.
  std::vector<int> members(Line line, int rank) const;
  /// Returns the name of the grid, rows and columns: "2.4".
  std::string name() const;

private:
  int rows_;
  int columns_;
  std::vector<int> rank_at_;  ///< rank at each place of the grid
  std::vector<int> place_of_; ///< place of each rank on the grid
};

/// Returns a grid with one row per node, if all nodes have equally many ranks and more than one. If
/// nodes differ or have a single rank, returns the grid nearest to a square that has no more rows
/// than columns.
TaskGrid spread_tasks(std::vector<NodePlace> const& places);

/// Number of ordered pairs of different ranks in the same row or column: one rank sends to the
/// other.
struct LinePairs {
  std::size_t inside_node = 0;
  std::size_t between_nodes = 0;
};
LinePairs count_pairs(TaskGrid const& grid, Line line, std::vector<NodePlace> const& places);

} // namespace kitt::comms
