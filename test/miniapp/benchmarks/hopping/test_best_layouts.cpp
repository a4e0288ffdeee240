// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/best_layouts.hpp"
#include "test/catch.hpp"

#include <iterator>
#include <sstream>

using namespace kitt;
using namespace kitt::miniapp;
using Catch::Matchers::ContainsSubstring;

namespace {

HoppingCell cell(char const* kernel, int count, RhsLayout layout, double rate) {
  HoppingCell cell;
  cell.kernel = kernel;
  cell.l = 8;
  cell.global_volume = {8, 8, 8, 8};
  cell.variant = "lexicographic";
  cell.mflops_per_node = rate;
  cell.seconds.median = count * 1e3 / rate;
  cell.right_hand_sides = RightHandSides{.count = count, .layout = layout};
  return cell;
}

/// Returns the words of the rows of the table.
std::vector<std::vector<std::string>> rows_of(std::vector<HoppingCell> const& cells) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(describe_best_layouts(cells));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
    if (!row.empty() && (row[0] == "Wilson" || row[0] == "Staggered"))
      rows.push_back(row);
  }
  return rows;
}

} // namespace

TEST_CASE("the fastest layout of each number of right-hand sides is listed") {
  std::vector cells{
      cell("Wilson", 1, RhsLayout::loop, 1000), cell("Wilson", 4, RhsLayout::loop, 1500),
      cell("Wilson", 4, RhsLayout::lanes, 2500), cell("Wilson", 4, RhsLayout::mixed, 2000),
      cell("Staggered", 4, RhsLayout::mixed, 500)};
  auto narrow = cell("Wilson", 1, RhsLayout::loop, 9000);
  narrow.links = LinkStorage::narrow;
  cells.push_back(narrow);
  auto const rows = rows_of(cells);
  REQUIRE(rows.size() == 3);
  using Row = std::vector<std::string>;
  CHECK(rows[0] == Row{"Wilson", "8", "1", "loop", "lexicographic", "1000.000", "1", "s", "1.00"});
  CHECK(rows[1] ==
        Row{"Wilson", "8", "4", "lanes", "lexicographic", "2500.000", "400", "ms", "2.50"});
  CHECK(rows[2] == Row{"Staggered", "8", "4", "mixed", "lexicographic", "500.000", "2", "s", "-"});
}

TEST_CASE("right-hand sides on other lattices are not compared") {
  auto other = cell("Wilson", 1, RhsLayout::loop, 1000);
  other.global_volume = {16, 16, 16, 16};
  auto const rows = rows_of({other, cell("Wilson", 2, RhsLayout::loop, 1500)});
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].back() == "-");
}

TEST_CASE("a cell of a run without --rhs has one right-hand side") {
  HoppingCell const usual;
  CHECK(count_of_rhs(usual) == 1);
  CHECK(describe_best_layouts({}).empty());
}
