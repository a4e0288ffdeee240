// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"

#include "comms/lines/task_grid.hpp"
#include "core/base/error.hpp"

using namespace kitt;
using namespace kitt::comms;

namespace {

/// Returns places of ranks that fill nodes one after another, or round robin.
std::vector<NodePlace> places(int nodes, int per_node, bool in_turns = false) {
  std::vector<NodePlace> all;
  for (int rank = 0; rank < nodes * per_node; ++rank)
    all.push_back(in_turns ? NodePlace{rank % nodes, rank / nodes}
                           : NodePlace{rank / per_node, rank % per_node});
  return all;
}

} // namespace

TEST_CASE("each row of the task grid lies in one node, for any placement of ranks") {
  for (bool const in_turns : {false, true}) {
    auto const where = places(3, 4, in_turns);
    auto const grid = spread_tasks(where);
    CHECK(grid.name() == "3.4");
    for (int rank = 0; rank < 12; ++rank)
      for (auto const other : grid.members(Line::rows, rank))
        CHECK(where[static_cast<std::size_t>(other)].node ==
              where[static_cast<std::size_t>(rank)].node);
    auto const rows = count_pairs(grid, Line::rows, where);
    CHECK((rows.inside_node == 12 * 3 && rows.between_nodes == 0));
    auto const columns = count_pairs(grid, Line::columns, where);
    CHECK((columns.inside_node == 0 && columns.between_nodes == 12 * 2));
  }
}

TEST_CASE("a task grid returns the ranks of its rows and columns") {
  TaskGrid const grid(2, 3, places(1, 6));
  CHECK(grid.members(Line::rows, 4) == std::vector{3, 4, 5});
  CHECK(grid.members(Line::columns, 4) == std::vector{1, 4});
  CHECK(grid.length(Line::rows) == 3);
  CHECK(grid.length(Line::columns) == 2);
  for (auto const line : {Line::rows, Line::columns})
    for (int rank = 0; rank < 6; ++rank) {
      auto const place = static_cast<std::size_t>(grid.place_in(line, rank));
      CHECK(grid.members(line, rank)[place] == rank);
    }
}

TEST_CASE("the grid is as near to a square as possible where rows cannot be nodes") {
  CHECK(spread_tasks(places(1, 1)).name() == "1.1");
  CHECK(spread_tasks(places(1, 2)).name() == "1.2");
  CHECK(spread_tasks(places(1, 6)).name() == "2.3");
  CHECK(spread_tasks(places(16, 1)).name() == "4.4");
  auto uneven = places(2, 3);
  uneven.pop_back();
  CHECK(spread_tasks(uneven).name() == "1.5");
}

TEST_CASE("a task grid with the wrong number of ranks is refused") {
  CHECK_THROWS_WITH(TaskGrid(2, 4, places(1, 6)), Catch::Matchers::ContainsSubstring("as 2.3"));
}
