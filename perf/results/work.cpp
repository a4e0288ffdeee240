// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/work.hpp"

#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <numeric>
#include <string_view>
#include <tuple>

namespace kitt::perf {

namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, {}, [](unsigned char c) { return std::tolower(c); },
      [](unsigned char c) { return std::tolower(c); });
}

/// Returns whether `text` begins with the whole words of `words`. For example, "CG Wilson" begins
/// "CG Wilson mixed" and "CG Wilson", but not "CG Wilsons".
bool begins_with_words(std::string_view text, std::string_view words) {
  return same_ignoring_case(text.substr(0, words.size()), words) &&
         (text.size() == words.size() ||
          std::isalnum(static_cast<unsigned char>(text[words.size()])) == 0);
}

bool same_key(Figure const& a, Figure const& b, bool with_variant) {
  return a.kernel == b.kernel && a.l == b.l && a.ls == b.ls && a.precision == b.precision &&
         (!with_variant || a.variant == b.variant);
}

/// Returns whether figure `a` goes before `b`: first by status (measured, failed, skipped), then
/// exact before compressed links, then by speed.
bool is_better(Figure const& a, Figure const& b) {
  auto const rank = [&](Figure const& figure) {
    int const status = figure.status == "measured" ? 0 : figure.status == "failed" ? 1 : 2;
    auto const value = value_of(figure);
    bool const is_time = benchmark_named(figure.benchmark).less_is_better;
    return std::tuple(status, !figure.exact,
                      figure.status != "measured" ? 0.0
                      : is_time                   ? value
                                                  : -value);
  };
  return rank(a) < rank(b);
}

bool is_wanted(CellFilter const& filter, Figure const& figure) {
  auto const holds = [](auto const& list, auto const& value) {
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
  };
  bool const named = std::any_of(filter.kernels.begin(), filter.kernels.end(),
                                 [&](auto const& name) { return fit_of(name, figure); });
  return (named || filter.kernels.empty()) && holds(filter.l, figure.l);
}

using Grid = std::array<int, 4>;

Grid sorted(Grid grid) {
  std::sort(grid.begin(), grid.end());
  return grid;
}

/// Returns whether two grids of equally many nodes (or sites) differ. The order of directions does
/// not matter. Different numbers of nodes do not count as different grids, because the reader of a
/// comparison sees them.
bool cut_otherwise(std::optional<Grid> a, std::optional<Grid> b) {
  if (!a || !b)
    return false;
  auto const count = [](Grid const& grid) {
    return std::accumulate(grid.begin(), grid.end(), 1., std::multiplies{});
  };
  return sorted(*a) != sorted(*b) && count(*a) == count(*b);
}

/// Returns whether the user gave the extents of the whole job. If not, the grid of nodes determines
/// the shape of the lattice.
bool is_of_job(Figure const& figure) {
  return figure.volume == "whole job";
}

} // namespace

std::string grid_text(Grid const& grid) {
  return fmt::format("{}", fmt::join(grid, "."));
}

Statistic own_statistic(Figure const& figure) {
  return figure.median ? Statistic::median : Statistic::mean;
}

Statistic common_statistic(Figure const& a, Figure const& b) {
  return a.median && b.median ? Statistic::median : Statistic::mean;
}

double value_of(Figure const& figure, Statistic statistic) {
  return statistic == Statistic::median ? figure.median.value_or(figure.mean) : figure.mean;
}

double value_of(Figure const& figure) {
  return value_of(figure, Statistic::median);
}

std::vector<std::string> benchmark_names() {
  std::vector<std::string> names;
  for (auto const& benchmark : benchmarks())
    names.emplace_back(benchmark.name);
  return names;
}

std::vector<std::string> figure_units() {
  std::vector<std::string> units;
  for (auto const& benchmark : benchmarks())
    if (std::ranges::find(units, benchmark.unit) == units.end())
      units.emplace_back(benchmark.unit);
  return units;
}

std::string family_of(std::string const& kernel) {
  for (auto const& known : kernels())
    if (begins_with_words(kernel, known.family))
      return std::string(known.family);
  return kernel.substr(0, kernel.find(' '));
}

std::optional<std::size_t> fit_of(std::string const& name, Figure const& figure) {
  if (name.empty())
    return std::nullopt;
  if (begins_with_words(cell_name(figure), name))
    return name.size();
  auto const& benchmark = benchmark_named(figure.benchmark);
  for (auto const heading : {benchmark.name, benchmark.word, benchmark.what})
    if (same_ignoring_case(heading, name))
      return 0;
  return std::nullopt;
}

bool has_lattice(Figure const& figure) {
  return figure.l > 0;
}

std::string cell_name(Figure const& figure) {
  return has_lattice(figure) ? fmt::format("{} L = {}", figure.kernel, figure.l) : figure.kernel;
}

bool measure_alike(Figure const& a, Figure const& b) {
  return a.kernel == b.kernel || (!a.measures.empty() && a.measures == b.measures);
}

std::vector<Figure> cells_of(Results const& results, CellFilter const& filter) {
  std::vector<Figure> cells;
  for (auto const& figure : results.figures) {
    if (!is_wanted(filter, figure))
      continue;
    auto const known = std::find_if(cells.begin(), cells.end(), [&](Figure const& cell) {
      return same_key(cell, figure, filter.all_variants);
    });
    if (known == cells.end())
      cells.push_back(figure);
    else if (is_better(figure, *known))
      *known = figure;
  }
  return cells;
}

bool same_lattice(Figure const& a, Figure const& b) {
  if (!a.lattice || !b.lattice)
    return false;
  return sorted(*a.lattice) == sorted(*b.lattice) && a.node_sites == b.node_sites;
}

std::vector<Difference> differences(Figure const& reference, Figure const& other) {
  std::vector<Difference> found;
  auto const note = [&](std::string const& there, std::string const& here,
                        std::optional<double> factor = {}) {
    found.push_back({fmt::format("{}, {} in the reference", there, here), factor});
  };
  auto const ls = [](Figure const& figure) {
    return figure.ls ? fmt::format("Ls = {}", *figure.ls) : std::string("Ls is not stated");
  };
  auto const where = [](Figure const& figure) {
    return figure.between_nodes ? "between nodes" : "within a node";
  };
  auto const note_precision = [&] {
    if (reference.precision != other.precision)
      note(to_string(other.precision) + " precision", to_string(reference.precision));
  };
  if (!has_lattice(reference) || !has_lattice(other)) {
    note_precision();
    if (reference.between_nodes != other.between_nodes)
      note(where(other), where(reference));
    return found;
  }
  if (reference.ls != other.ls || !reference.ls)
    note(ls(other), ls(reference));
  note_precision();
  if (reference.flops_per_site != other.flops_per_site && reference.flops_per_site > 0 &&
      other.flops_per_site > 0)
    note(fmt::format("{} flops per site", other.flops_per_site),
         std::to_string(reference.flops_per_site),
         other.benchmark ==
                 "solve" // iterations also count other flops, so no factor converts the figures
             ? std::nullopt
             : std::optional(static_cast<double>(reference.flops_per_site) / other.flops_per_site));
  auto const sites = [](Figure const& figure) {
    return fmt::format("volumes {} ({:.4g} x L^4 on a node)", figure.volume,
                       figure.node_sites / std::pow(figure.l, 4));
  };
  bool const measured = reference.status == "measured" && other.status == "measured";
  bool const same_sites = reference.node_sites == other.node_sites && other.node_sites > 0;
  if (same_lattice(reference, other)) {
    // the lattices are equal, even if one L is per rank and the other per node
  } else if ((is_of_job(reference) || is_of_job(other)) &&
             cut_otherwise(reference.lattice, other.lattice))
    note("a lattice of " + grid_text(*other.lattice), grid_text(*reference.lattice));
  else if (reference.volume != other.volume)
    note(sites(other), sites(reference),
         same_sites || !measured ? std::optional<double>(1) : std::nullopt);
  else if (measured && !same_sites && other.benchmark != "halo") // a face always belongs to a rank
    note(sites(other), sites(reference));
  if (!reference.travel.empty() && !other.travel.empty() && reference.travel != other.travel)
    note("faces travel in precision " + other.travel, reference.travel);
  if (cut_otherwise(reference.node_grid, other.node_grid))
    note("nodes are cut " + grid_text(*other.node_grid), grid_text(*reference.node_grid));
  if (other.benchmark == "halo" && measured && reference.between_nodes != other.between_nodes)
    note(fmt::format("faces {}", where(other)), where(reference));
  return found;
}

std::optional<double> conversion(std::vector<Difference> const& differences) {
  double factor = 1;
  for (auto const& difference : differences) {
    if (!difference.factor)
      return std::nullopt;
    factor *= *difference.factor;
  }
  return factor;
}

} // namespace kitt::perf
