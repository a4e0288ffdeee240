// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/fields_json.hpp"
#include "perf/results/detail/figures.hpp"
#include "perf/results/published_table.hpp"

#include <fmt/format.h>

namespace kitt::perf {

namespace {

published::Conventions const& conventions_of(published::Table const& table) {
  if (!table.conventions)
    throw detail::WrongValue("its cells have a lattice, but it has no \"conventions\"");
  return *table.conventions;
}

Figure figure_of(std::string const& benchmark, published::LatticeWork const& work,
                 std::optional<std::string> const& volume, published::Table const& table) {
  Figure figure{.benchmark = benchmark,
                .kernel = work.kernel,
                .l = work.l,
                .ls = work.ls,
                .precision = work.precision,
                .variant = work.variant};
  detail::name_by_family(figure);
  figure.volume = volume.value_or("");
  figure.node_sites = sites_of_node(figure, table.ranks_per_node);
  figure.between_nodes = table.nodes != 1;
  return figure;
}

Figure figure_of(published::Hopping const& cell, published::Table const& table) {
  auto const& conventions = conventions_of(table);
  auto figure = figure_of(cell.benchmark, cell.work, conventions.hopping_volume, table);
  figure.mean = cell.mflops_per_node;
  figure.flops_per_site = conventions.flops_per_site;
  if (figure.between_nodes || table.ranks_per_node != 1)
    figure.travel =
        cell.comms_precision.empty() ? conventions.comms_precision : cell.comms_precision;
  return figure;
}

Figure figure_of(published::Memory const& cell, published::Table const& table) {
  auto figure = figure_of(cell.benchmark, cell.work, conventions_of(table).memory_volume, table);
  figure.mean = cell.gb_per_s_per_node;
  return figure;
}

Figure figure_of(published::Halo const& cell, published::Table const& table) {
  auto figure = figure_of(cell.benchmark, cell.work, conventions_of(table).halo_volume, table);
  figure.mean = cell.one_way.mean;
  figure.error = cell.one_way.standard_error / cell.one_way.mean;
  return figure;
}

Figure figure_of(published::Latency const& cell, published::Table const&) {
  auto figure = plain_figure(cell.benchmark, "latency", cell.microseconds);
  figure.variant = cell.bytes ? fmt::format("{} B", *cell.bytes) : "bytes not stated";
  figure.between_nodes = true;
  return figure;
}

Figure figure_of(published::SpeedUp const& cell, published::Table const&) {
  if (cell.factor.has_value() == cell.percent.has_value())
    throw detail::WrongValue("a speed-up must have either \"factor\" or \"percent\"");
  auto const nodes = cell.nodes ? fmt::format(", {} nodes", *cell.nodes) : std::string();
  auto figure = plain_figure(
      cell.benchmark, fmt::format("{}{}: {} over {}", cell.kernel, nodes, cell.of, cell.over),
      cell.factor.value_or(1 + cell.percent.value_or(0) / 100));
  figure.between_nodes = true;
  return figure;
}

Figure figure_of(published::ApplicationExchange const& cell, published::Table const&) {
  auto figure = plain_figure(cell.benchmark, fmt::format("{} on {}", cell.kernel, cell.machine),
                             cell.mb_per_s_per_task);
  figure.variant = fmt::format("{} MB, {}", cell.megabytes, cell.between);
  figure.measures = cell.kernel;
  figure.between_nodes = cell.between == "inter node";
  return figure;
}

/// Adds three figures: the total time of a run, its computing time, and its communication time.
void add_run(Results& results, published::ApplicationRun const& run) {
  auto const yes = [](bool is) { return is ? "yes" : "no"; };
  auto const name = fmt::format("{} on {}, large pages {}, affinity {}: ", run.kernel, run.machine,
                                yes(run.large_pages), yes(run.memory_affinity));
  auto const add = [&](char const* what, double seconds) {
    results.figures.push_back(plain_figure(run.benchmark, name + what, seconds));
  };
  add("total", run.total_seconds);
  add("compute", run.compute_seconds);
  add("communication", run.communication_seconds);
}

void add_figures(Results& results, published::Table const& table) {
  std::vector<TimedThread> threads;
  for (auto const& cell : table.cells)
    std::visit(
        [&]<class Kind>(Kind const& kind) {
          if constexpr (std::is_same_v<Kind, published::ThreadTime>)
            threads.push_back(kind);
          else if constexpr (std::is_same_v<Kind, published::ApplicationRun>)
            add_run(results, kind);
          else
            results.figures.push_back(figure_of(kind, table));
        },
        cell);
  for (auto const& relation : figures_of(threads))
    results.figures.push_back(relation);
  detail::complete(results);
}

} // namespace

Results results_of_table(std::string const& name, Json const& document) {
  check_version(document);
  auto const table = from_data<published::Table>(document);
  Results results{.name = name,
                  .title = table.title,
                  .source = fmt::format("{}; {}", table.program, table.source.document),
                  .program = program_name(table.program),
                  .cpu_model = table.machine.cpu_model,
                  .cpu_number = table.machine.cpu_number,
                  .published = true,
                  .nodes = table.nodes,
                  .ranks_per_node = table.ranks_per_node,
                  .cores_per_node = table.cores_per_node,
                  .rank_grid = table.rank_grid,
                  .robustness = table.summary ? table.summary->robustness : std::nullopt,
                  .profile = document.value("profile", Json())};
  if (results.ranks_per_node == 1)
    results.node_grid = detail::node_grid_of(results, detail::Grid{1, 1, 1, 1});
  add_figures(results, table);
  return results;
}

} // namespace kitt::perf
