// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/results/detail/grid_results.hpp"

#include "core/base/error.hpp"
#include "perf/results/detail/output_text.hpp"
#include "perf/results/detail/readers.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

constexpr int most_l = 1024;
constexpr double most_ranks = 1e6;

void check_counts(GridRun const& run) {
  auto const ranks = product_of(run.rank_grid);
  if (run.counted < 1 || run.counted > ranks)
    throw WrongValue(
        fmt::format("it states {} on {}", counted(ranks, "rank"), counted(run.counted, "node")));
}

/// Returns the true number of nodes.
int nodes_of(OtherOutput const& output, GridRun const& run) {
  auto const nodes = output.nodes.value_or(run.seen.value_or(run.counted));
  KITT_VALIDATE(product_of(run.rank_grid) % nodes == 0,
                fmt::format("{} cannot be on {} (its {} do not divide evenly): give the number of "
                            "nodes as {}@nodes=N",
                            output.name, counted(nodes, "node"),
                            counted(product_of(run.rank_grid), "rank"),
                            output.name.substr(0, output.name.find('@'))));
  return nodes;
}

/// Returns warnings if Grid's number of nodes is wrong or in doubt.
std::vector<std::string> warnings_of_count(OtherOutput const& output, GridRun const& run,
                                           int nodes) {
  auto const ranks = counted(product_of(run.rank_grid), "rank");
  auto const as_grid =
      run.counted == product_of(run.rank_grid)
          ? fmt::format("Grid counted each of the {} of {} as a node", ranks, output.name)
          : fmt::format("Grid counted {} for the {} of {}", counted(run.counted, "node"), ranks,
                        output.name);
  auto const totals =
      fmt::format("figures are Grid's totals, divided by {}", counted(nodes, "node"));
  if (output.nodes)
    return nodes == run.counted ? std::vector<std::string>{}
                                : std::vector{fmt::format("{} ({} was given): {}", as_grid,
                                                          counted(nodes, "node"), totals)};
  if (run.seen && nodes != run.counted)
    return {fmt::format("{}, but they ran on {} ({}): {}; if this is wrong, append @nodes=N",
                        as_grid, counted(nodes, "node"), run.evidence, totals)};
  if (!run.seen && run.counted == product_of(run.rank_grid) && product_of(run.rank_grid) > 1)
    return {fmt::format("{} (without shared memory Grid does so, even if nodes have several "
                        "ranks): {}; if this is wrong, append @nodes=N",
                        as_grid, totals)};
  return {};
}

/// Returns to what L^4 sites belong: a node, a rank or the whole job.
std::string owner_of_volume(double node_sites, int l, int ranks_per_node) {
  auto const sites = std::pow(static_cast<double>(l), 4);
  if (node_sites == sites)
    return "per node";
  return node_sites == sites * ranks_per_node ? "per rank" : "whole job";
}

} // namespace

int product_of(Grid const& grid) {
  double product = 1;
  for (auto const extent : grid)
    product *= std::max(extent, 0);
  if (product < 1 || product > most_ranks)
    throw WrongValue("one of its grids is impossible");
  return static_cast<int>(product);
}

Results results_of_run(OtherOutput const& output, GridRun const& run) {
  check_counts(run);
  auto const nodes = nodes_of(output, run);
  auto const ranks_per_node = product_of(run.rank_grid) / nodes;
  auto results = results_of_output(output);
  if (output.cpu.empty() && !run.device.empty())
    results.title = run.device;
  results.source = fmt::format("Grid, {}; {}", run.program, output.path.string());
  results.hostnames = run.hosts;
  results.nodes = nodes;
  results.ranks_per_node = ranks_per_node;
  if (run.threads)
    results.cores_per_node = *run.threads * ranks_per_node;
  results.rank_grid = run.rank_grid;
  results.rules = run.program.ends_with("L per node") ? "itt-2017" : "itt-2020";
  results.warnings = warnings_of_count(output, run, nodes);
  results.node_grid =
      node_grid_of(results, ranks_per_node == 1 ? std::optional(Grid{1, 1, 1, 1}) : std::nullopt);
  return results;
}

GridLattice lattice_per_rank(int l, int ls, Precision precision, Grid const& rank_grid) {
  if (l < 1 || l > most_l)
    throw WrongValue(fmt::format("it states L = {}", l));
  GridLattice lattice{l, ls, precision, rank_grid};
  for (auto& extent : lattice.extents)
    extent *= l;
  return lattice;
}

Figure grid_figure(Results const& results, std::string const& benchmark, std::string const& kernel,
                   GridLattice const& lattice, double rate) {
  auto figure = plain_figure(benchmark, kernel, rate / *results.nodes);
  figure.l = lattice.l;
  figure.ls = lattice.ls;
  figure.precision = lattice.precision;
  FigureContext context;
  context.nodes = *results.nodes;
  set_lattice(figure, lattice.extents, context);
  figure.volume = owner_of_volume(figure.node_sites, lattice.l, *results.ranks_per_node);
  figure.between_nodes = *results.nodes != 1;
  return figure;
}

Figure grid_hopping(Results const& results, std::string const& kernel, GridLattice const& lattice,
                    double mflops, int flops_per_site) {
  auto figure = grid_figure(results, "hopping", kernel, lattice, mflops);
  figure.flops_per_site = flops_per_site;
  if (figure.between_nodes || results.ranks_per_node != 1)
    figure.travel = "same";
  return figure;
}

Figure grid_axpy(Results const& results, int l, double bytes, double gb_per_s) {
  constexpr int fields = 3;
  constexpr int numbers_per_site = 8;
  auto lattice = lattice_per_rank(l, 1, Precision::single_precision, *results.rank_grid);
  auto const numbers = fields * numbers_per_site * std::pow(static_cast<double>(l), 4) *
                       product_of(*results.rank_grid);
  if (bytes > 6 * numbers) // 8 bytes or 4, rounded by Grid
    lattice.precision = Precision::double_precision;
  return grid_figure(results, "memory", "axpy", lattice, gb_per_s);
}

Results read_grid(OtherOutput const& output, std::string const& text) {
  return trimmed(text).starts_with('{') ? read_grid_json(output, text)
                                        : read_grid_text(output, text);
}

} // namespace kitt::perf::detail
