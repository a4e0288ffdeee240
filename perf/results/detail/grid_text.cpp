// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/json_words.hpp"
#include "perf/results/detail/grid_log.hpp"
#include "perf/results/detail/output_text.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>

/// \file
/// Tables in the text of Grid's programs (github.com/paboyle/Grid, benchmarks/): Benchmark_ITT.cc
/// of commits 7359df35 (2017-08-31) to cd5cf6d6 (2022-08-31), Benchmark_usqcd.cc up to f7d4be8d
/// (2024-09-26), and grid-benchmark (grid_json.cpp). The "Summary table" has totals of all nodes.
/// The table of grid-benchmark has rates per node. Flops per site are 1344. Some commits of 2020
/// and 2021 count 1200, and print this number.

namespace kitt::perf::detail {

namespace {

/// Row of numbers, and column of a summary table. The name of a column is empty if KITT does not
/// have its kernel.
using GridRow = std::vector<double>;
struct GridColumn {
  std::string kernel = {};
  std::optional<Precision> precision = {}; ///< empty if the heading does not state it
};

/// Returns the numbers of a message, or nothing if it has other words.
GridRow row_in(std::string const& message) {
  GridRow row;
  for (auto const& word : words_in(message)) {
    auto const number = real_number(word);
    if (!number)
      return {};
    row.push_back(*number);
  }
  return row;
}

/// Returns the rows of a table. Lines without numbers may be between its title and the first row.
std::vector<GridRow> rows_below(GridLog const& log, std::size_t title) {
  constexpr std::size_t most_lines = 6;
  std::vector<GridRow> rows;
  for (auto i = title + 1; i < log.messages().size(); ++i) {
    if (auto const row = row_in(log.messages()[i]); !row.empty())
      rows.push_back(row);
    else if (!rows.empty() || i > title + most_lines)
      break;
  }
  return rows;
}

/// Returns a whole number, such as L.
int whole(double number) {
  if (!(number >= 1 && number <= 1e6 && number == std::floor(number)))
    throw WrongValue(fmt::format("{} in a table is not a size", number));
  return static_cast<int>(number);
}

GridColumn column_named(GridLog const& log, std::string const& name) {
  if (name == "Clover") // in some commits
    return {log.has("Clover dslash 4D vectorised (temporarily Wilson)") ? "Wilson" : ""};
  if (name == "WilsonF" || name == "WilsonD" || name == "DWFF" || name == "DWFD")
    return {name.starts_with("DWF") ? "DWF4" : "Wilson",
            name.ends_with('F') ? Precision::single_precision : Precision::double_precision};
  return {kernel_named_by_grid(name, 0)};
}

std::vector<GridColumn> columns_below(GridLog const& log, std::size_t title) {
  std::vector<GridColumn> columns;
  for (auto i = title + 1; i < log.messages().size() && columns.empty(); ++i) {
    auto const words = words_in(log.messages()[i]);
    if (words.empty() || words.front() != "L")
      continue;
    for (std::size_t k = 1; k < words.size(); ++k)
      if (words[k] == "SU(4)") // "SU(4) DWF"
        columns.emplace_back(), ++k;
      else if (words[k] != "t") // a slip in the headings of some commits
        columns.push_back(column_named(log, words[k]));
  }
  return columns;
}

void add_cell(Results& results, GridLog const& log, GridColumn const& column, int l,
              double mflops) {
  auto const section = std::ranges::find_if(log.sections(), [&](GridSection const& one) {
    return one.kernel == column.kernel && one.lattice.l == l &&
           one.lattice.precision == *column.precision;
  });
  if (section == log.sections().end())
    throw WrongValue(
        fmt::format("only its summary table has {} at L = {} for SU(3)", column.kernel, l));
  auto const most = lattice_per_rank(l, 1, *column.precision, log.run().rank_grid).extents;
  if (!std::ranges::equal(section->lattice.extents, most, std::ranges::less_equal{}))
    throw WrongValue(fmt::format("its lattice of {} at L = {} is too large", column.kernel, l));
  results.figures.push_back(
      grid_hopping(results, column.kernel, section->lattice, mflops, section->flops_per_site));
}

/// Reads a summary table. `unit` is in Mflop/s of all nodes.
void read_summary(Results& results, GridLog const& log, std::size_t title, double unit) {
  auto precision = log.sections().front().lattice.precision;
  if (auto const stated =
          value_in(log.messages()[std::min(title + 1, log.messages().size() - 1)], "* PRECISION"))
    precision = *stated == "FP64" ? Precision::double_precision : Precision::single_precision;
  auto columns = columns_below(log, title);
  for (auto const& row : rows_below(log, title)) {
    if (row.size() != columns.size() + 1)
      throw WrongValue(fmt::format("a row of its summary table has {} numbers for {} columns",
                                   row.size(), columns.size() + 1));
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (auto column = columns[k]; !column.kernel.empty()) {
        column.precision = column.precision.value_or(precision);
        add_cell(results, log, column, whole(row[0]), unit * row[k + 1]);
      }
  }
}

/// Reads a table of a x + y. Its columns are L, bytes, GB/s of all nodes, Gflop/s, seconds, GB/s
/// per node. In grid-benchmark they are L, size per node in 1024^2 bytes, microseconds, rate per
/// node in 1024^3 bytes per second, Gflop/s per node. The size of the three fields shows their
/// precision.
void read_memory(Results& results, GridLog const& log, std::size_t title) {
  constexpr std::size_t columns_of_itt = 6;
  auto const& run = log.run();
  for (auto const& row : rows_below(log, title)) {
    bool const itt = row.size() == columns_of_itt;
    if (!itt && row.size() != columns_of_itt - 1)
      throw WrongValue(fmt::format("a row of its memory table has {} numbers", row.size()));
    auto const bytes = itt ? row[1] : row[1] * mebibyte * run.counted;
    auto const gb_per_s = itt ? row[2] : row[3] * gibibyte * 1e-9 * run.counted;
    results.figures.push_back(grid_axpy(results, whole(row[0]), bytes, gb_per_s));
  }
}

/// Reads a table of halo exchanges. Its columns are L, Ls, bytes of a face, MB/s that a node sends
/// (mean, error, minimum, maximum), and four rates of both ways. Two kinds of tables are skipped,
/// because KITT has no such figures: faces of one direction at a time, and faces that are partly
/// shared inside a node.
void read_halo(Results& results, GridLog const& log, std::size_t title) {
  constexpr std::size_t columns = 11;
  constexpr int half_spinor = 96; // bytes in double precision
  auto const& run = log.run();
  auto const rows = rows_below(log, title);
  auto const same_l = [](GridRow const& a, GridRow const& b) { return a[0] == b[0]; };
  if (run.counted != product_of(run.rank_grid) ||
      std::ranges::adjacent_find(rows, same_l) != rows.end())
    return;
  std::string directions;
  for (std::size_t mu = 0; mu < run.rank_grid.size(); ++mu)
    if (run.rank_grid[mu] > 1)
      directions += "xyzt"[mu];
  for (auto const& row : rows) {
    if (row.size() != columns || row[2] != std::pow(row[0], 3) * row[1] * half_spinor)
      throw WrongValue("a row of its table of halo exchanges is damaged");
    auto const lattice =
        lattice_per_rank(whole(row[0]), whole(row[1]), Precision::double_precision, run.rank_grid);
    auto figure = grid_figure(results, "halo", "halo", lattice, row[3] * run.counted);
    figure.variant = directions + "/mpi";
    figure.error = row[4] / row[3];
    name_by_family(figure);
    results.figures.push_back(figure);
  }
}

void read_table(Results& results, GridLog const& log, std::size_t title) {
  auto const& message = log.messages()[title];
  if (message.starts_with("Summary table"))
    read_summary(results, log, title, 1);
  else if (message.starts_with("Gflop/s/node Summary table"))
    read_summary(results, log, title, 1e3 * log.run().counted);
  else if (message.find("Benchmarking a*x + y bandwidth") != std::string::npos)
    read_memory(results, log, title);
  else if (message.find("Benchmarking threaded STENCIL halo exchange") != std::string::npos)
    read_halo(results, log, title);
  else if (auto const robustness = value_in(message, "Comparison point robustness"))
    results.robustness = real_number(*robustness);
}

} // namespace

Results read_grid_text(OtherOutput const& output, std::string const& text) {
  GridLog const log(text);
  auto results = results_of_run(output, log.run());
  for (std::size_t i = 0; i < log.messages().size(); ++i)
    read_table(results, log, i);
  if (std::ranges::none_of(results.figures,
                           [](Figure const& figure) { return figure.benchmark == "hopping"; }))
    throw WrongValue("it has no summary table");
  return results;
}

} // namespace kitt::perf::detail
