// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/record.hpp"
#include "perf/results/detail/figures.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

/// Facts of a record, outside its cells, that figures depend on.
struct Run {
  std::string command;
  std::string time;
  std::string git_commit;
  std::optional<std::string> label;
  std::vector<std::string> hostnames;
  std::string cpu_model;
  std::string simulated;    ///< simulated platform; empty for a real machine
  std::optional<int> cores; ///< cores of a node
  int nodes = 1;
  int ranks_per_node = 1;
  int threads_per_rank = 1;
  std::optional<detail::Grid> grid;
  std::optional<detail::Grid> node_block;
  std::string volume;
  int flops_per_site = 0;
  std::optional<double> robustness;
  std::string robustness_set;
};
constexpr auto fields_of(Run const*) {
  return kitt::fields(
      field("configuration/benchmark", &Run::command), field("provenance/time", &Run::time),
      field("provenance/git_commit", &Run::git_commit), field("provenance/label", &Run::label),
      field("provenance/hostnames", &Run::hostnames),
      field("topology/cpu_model", &Run::cpu_model).or_null(),
      field("configuration/simulated/platform", &Run::simulated).or_absent(),
      field("topology/cores", &Run::cores), field("configuration/nodes", &Run::nodes),
      field("configuration/ranks_per_node", &Run::ranks_per_node),
      field("configuration/threads_per_rank", &Run::threads_per_rank),
      field("configuration/grid", &Run::grid), field("configuration/node_block", &Run::node_block),
      field("configuration/conventions/volume", &Run::volume),
      field("configuration/conventions/flops_per_site", &Run::flops_per_site),
      field("summary/robustness", &Run::robustness),
      field("summary/robustness_set/name", &Run::robustness_set));
}

std::optional<int> number(CellKey const& key, char const* parameter) {
  auto const found = key.parameters.find(parameter);
  if (found == key.parameters.end())
    return std::nullopt;
  return static_cast<int>(std::get<std::int64_t>(found->second));
}

Figure figure_of(Cell const& cell, FigureContext const& context) {
  auto const& key = cell.key;
  auto const& kind = cell_kind_named(key.benchmark);
  Figure figure{.benchmark = key.benchmark,
                .kernel = key.kernel,
                .l = number(key, "l").value_or(0),
                .ls = number(key, "ls"),
                .precision = value_named<Precision>(key.text("precision")).value_or(Precision{}),
                .variant = key.variant,
                .status = kitt::to_string(cell.status),
                .volume = context.volume};
  detail::name_by_family(figure);
  if (kind.name_figure != nullptr)
    kind.name_figure(figure, key, context);
  if (cell.status == CellStatus::measured)
    kind.set_figure(figure, cell, context);
  else
    figure.reason = cell.reason();
  return figure;
}

std::string title(Run const& run) {
  if (!run.simulated.empty())
    return "simulated " + run.simulated;
  return run.cpu_model.empty() ? "unknown CPU" : run.cpu_model;
}

} // namespace

Results results_of_record(std::string const& name, RunRecord const& record) {
  auto const run = from_data<Run>(record.head(), "the record");
  auto const threads = run.ranks_per_node * run.threads_per_rank;
  Results results{.name = name,
                  .title = title(run),
                  .source = fmt::format("kitt {}, {}, {}", run.command, run.git_commit, run.time),
                  .program = own_program,
                  .label = run.label.value_or(""),
                  .hostnames = run.hostnames,
                  .cpu_model = run.cpu_model,
                  .nodes = run.nodes,
                  .ranks_per_node = run.ranks_per_node,
                  .cores_per_node = std::min(threads, run.cores.value_or(threads)),
                  .rank_grid = run.grid,
                  .rules = rules_of(record.head()).name,
                  .robustness = run.robustness,
                  .robustness_set = run.robustness_set,
                  .profile = record.head().value("profile", Json()),
                  .facts = facts_of_record(record.head())};
  results.node_grid = detail::node_grid_of(results, run.node_block);
  FigureContext const context{.nodes = run.nodes,
                              .ranks_per_node = run.ranks_per_node,
                              .volume = run.volume,
                              .flops_per_site = run.flops_per_site};
  for (auto const& cell : record.cells())
    results.figures.push_back(figure_of(cell, context));
  for (auto const* const kind : cell_kinds())
    for (auto const& figure : kind->derived_figures(record.cells()))
      results.figures.push_back(figure);
  detail::complete(results);
  return results;
}

} // namespace kitt::perf
