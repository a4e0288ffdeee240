// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/work.hpp"

#include "perf/record/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <numeric>
#include <tuple>

namespace kitt::perf {

namespace {

bool same_key(Figure const& a, Figure const& b, bool with_variant) {
  return a.kernel == b.kernel && a.l == b.l && a.ls == b.ls && a.precision == b.precision &&
         (!with_variant || a.variant == b.variant);
}

/// Measured before failed before skipped, then the exact before the others, then the fastest.
bool is_better(Figure const& a, Figure const& b, Statistic statistic) {
  auto const rank = [&](Figure const& figure) {
    int const status = figure.status == "measured" ? 0 : figure.status == "failed" ? 1 : 2;
    auto const value = value_of(figure, statistic);
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
  return holds(filter.kernels, family_of(figure.kernel)) && holds(filter.l, figure.l);
}

using Grid = std::array<int, 4>;

/// Whether as many nodes send other faces. Along which directions they are cut is no matter, and
/// how results change with the number of nodes is for the reader to see.
bool cut_otherwise(std::optional<Grid> a, std::optional<Grid> b) {
  if (!a || !b)
    return false;
  auto const count = [](Grid const& grid) {
    return std::accumulate(grid.begin(), grid.end(), 1., std::multiplies{});
  };
  std::sort(a->begin(), a->end());
  std::sort(b->begin(), b->end());
  return a != b && count(*a) == count(*b);
}

} // namespace

std::string grid_text(Grid const& grid) {
  return fmt::format("{}", fmt::join(grid, "."));
}

Statistic common_statistic(std::vector<Results> const& all) {
  for (auto const& results : all)
    for (auto const& figure : results.figures)
      if (figure.status == "measured" && !figure.median)
        return Statistic::mean;
  return Statistic::median;
}

double value_of(Figure const& figure, Statistic statistic) {
  return statistic == Statistic::median ? figure.median.value_or(figure.mean) : figure.mean;
}

std::string family_of(std::string const& kernel) {
  return kernel.substr(0, kernel.find(' '));
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

std::vector<Figure> cells_of(Results const& results, CellFilter const& filter,
                             Statistic statistic) {
  std::vector<Figure> cells;
  for (auto const& figure : results.figures) {
    if (!is_wanted(filter, figure))
      continue;
    auto const known = std::find_if(cells.begin(), cells.end(), [&](Figure const& cell) {
      return same_key(cell, figure, filter.all_variants);
    });
    if (known == cells.end())
      cells.push_back(figure);
    else if (is_better(figure, *known, statistic))
      *known = figure;
  }
  return cells;
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
  if (!has_lattice(reference) || !has_lattice(other)) {
    if (reference.between_nodes != other.between_nodes)
      note(where(other), where(reference));
    return found;
  }
  if (reference.ls != other.ls || !reference.ls)
    note(ls(other), ls(reference));
  if (reference.precision != other.precision)
    note(to_string(other.precision) + " precision", to_string(reference.precision));
  if (reference.flops_per_site != other.flops_per_site && reference.flops_per_site > 0 &&
      other.flops_per_site > 0)
    note(fmt::format("{} flops per site", other.flops_per_site),
         std::to_string(reference.flops_per_site),
         other.benchmark == "solve" // whose iterations also count other flops
             ? std::nullopt
             : std::optional(static_cast<double>(reference.flops_per_site) / other.flops_per_site));
  auto const sites = [](Figure const& figure) {
    return fmt::format("volumes {} ({:.4g} x L^4 on a node)", figure.volume,
                       figure.node_sites / std::pow(figure.l, 4));
  };
  bool const measured = reference.status == "measured" && other.status == "measured";
  bool const same_sites = reference.node_sites == other.node_sites && other.node_sites > 0;
  if (reference.volume != other.volume)
    note(sites(other), sites(reference),
         same_sites || !measured ? std::optional<double>(1) : std::nullopt);
  else if (measured && !same_sites && other.benchmark != "halo") // a face is a rank's
    note(sites(other), sites(reference));
  if (!reference.travel.empty() && !other.travel.empty() && reference.travel != other.travel)
    note("faces travel in precision " + other.travel, reference.travel);
  if (cut_otherwise(reference.node_grid, other.node_grid))
    note("nodes are cut " + grid_text(*other.node_grid), grid_text(*reference.node_grid));
  if (other.benchmark == "halo" && measured && reference.between_nodes != other.between_nodes)
    note(fmt::format("faces {}", where(other)), where(reference));
  return found;
}

} // namespace kitt::perf
