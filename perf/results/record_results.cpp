// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/lattice/extents.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/record.hpp"
#include "perf/results/detail/figures.hpp"
#include "perf/results/detail/thread_relations.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace kitt::perf {

namespace {

/// What a record says that figures depend on, beside its cells.
struct Run {
  std::string command;
  std::string time;
  std::string git_commit;
  std::optional<std::string> label;
  std::vector<std::string> hostnames;
  std::string cpu_model;
  std::string simulated;    ///< the platform; empty: a real machine
  std::optional<int> cores; ///< of a node
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
      field("provenance/git_commit", &Run::git_commit),
      field("provenance/label", &Run::label).since_later(),
      field("provenance/hostnames", &Run::hostnames).since_later(),
      field("topology/cpu_model", &Run::cpu_model).or_null().since_later(),
      field("configuration/simulated/platform", &Run::simulated).since_later(),
      field("topology/cores", &Run::cores).since_later(), field("configuration/nodes", &Run::nodes),
      field("configuration/ranks_per_node", &Run::ranks_per_node),
      field("configuration/threads_per_rank", &Run::threads_per_rank),
      field("configuration/grid", &Run::grid).since_later(),
      field("configuration/node_block", &Run::node_block).since_later(),
      field("configuration/conventions/volume", &Run::volume),
      field("configuration/conventions/flops_per_site", &Run::flops_per_site),
      field("summary/robustness", &Run::robustness).since_later(),
      field("summary/robustness_set/name", &Run::robustness_set).since_later());
}

/// `rate`: from the median time; the other goes by the mean.
void set_rate(Figure& figure, double rate, Statistics const& seconds) {
  figure.median = rate;
  figure.mean = rate * seconds.median / seconds.mean;
}

void set_lattice(Figure& figure, detail::Grid const& global_volume, Run const& run) {
  figure.lattice = global_volume;
  figure.node_sites = static_cast<double>(volume(global_volume)) / run.nodes;
}

void read(Figure& figure, SkippedCell const& cell, Run const&) {
  figure.status = "skipped";
  figure.reason = cell.reason;
}

void read(Figure& figure, FailedCell const& cell, Run const&) {
  figure.status = "failed";
  figure.reason = cell.reason;
}

void read(Figure& figure, HoppingCell const& cell, Run const& run) {
  figure.mean = cell.mflops_per_node_mean;
  figure.median = cell.mflops_per_node;
  figure.exact = cell.links != LinkStorage::narrow;
  if (cell.communication)
    figure.travel = cell.communication->precision;
  set_lattice(figure, cell.global_volume, run);
}

void read(Figure& figure, MemoryCell const& cell, Run const& run) {
  set_rate(figure, cell.gb_per_s_per_node, cell.seconds);
  figure.node_sites = detail::sites_of_node(figure, run.ranks_per_node);
}

void read(Figure& figure, SolveCell const& cell, Run const& run) {
  set_rate(figure, cell.mflops_per_node, cell.seconds);
  figure.flops_per_site = cell.flops_per_site;
  if (cell.variant == SolveCell::mixed_precision) // no faster way to what one precision gives
    figure.kernel += " mixed";
  set_lattice(figure, cell.global_volume, run);
}

void read(Figure& figure, BsmCell const& cell, Run const& run) {
  set_rate(figure, cell.gflops_per_s_per_node, cell.seconds);
  figure.flops_per_site = static_cast<int>(cell.flops_per_site);
  figure.kernel += " " + cell.of;
  set_lattice(figure, cell.global_volume, run);
}

void read(Figure& figure, PicCell const& cell, Run const&) {
  set_rate(figure, particles_per_s_per_node(cell) * 1e-6, cell.seconds);
  figure.kernel += fmt::format(" {} x {}, {}", grid_name(cell.extents), cell.particles_per_cell,
                               counted(static_cast<int>(cell.points), "point"));
}

void read(Figure& figure, HaloCell const& cell, Run const& run) {
  set_rate(figure, one_way(cell).median, cell.seconds);
  figure.between_nodes = run.nodes > 1;
  figure.volume = "per rank"; // a face is a rank's, whatever L means elsewhere in the run
  figure.node_sites = detail::sites_of_node(figure, run.ranks_per_node);
}

void read(Figure& figure, MessageCell const& cell, Run const&) {
  set_rate(figure, mb_per_s(cell), cell.seconds);
  figure.between_nodes = cell.placement == "between-nodes";
  figure.kernel += fmt::format(" {} B x {}, {}", cell.bytes, cell.window,
                               counted(static_cast<int>(cell.pairs), "pair"));
  if (auto const ways = unusual(cell); !ways.empty())
    figure.kernel += ", " + ways;
}

void read(Figure& figure, CollectiveCell const& cell, Run const& run) {
  figure.median = operations_per_s(cell);
  figure.mean = 1 / cell.seconds.mean;
  figure.between_nodes = run.nodes > 1;
  figure.kernel += fmt::format(" {} B", cell.bytes);
}

void read(Figure& figure, HashCell const& cell, Run const& run) {
  set_rate(figure, operations_per_s(cell), cell.seconds);
  figure.between_nodes = run.nodes > 1;
  figure.kernel += fmt::format(" {} B of {} x {}", cell.entry_bytes, cell.table_bytes, cell.batch);
}

void read(Figure& figure, StencilCell const& cell, Run const&) {
  set_rate(figure, mb_per_s_per_node(cell), cell.seconds);
  figure.between_nodes = cell.pairs_between_nodes > 0;
  figure.kernel += fmt::format(" {}-D {} B x {}{}", cell.dims, cell.bytes, cell.messages,
                               cell.cold_cache_bytes > 0 ? " cold" : "");
  if (!cell.hugepages.empty())
    figure.kernel += " hugepages " + cell.hugepages;
}

void read(Figure& figure, FftCell const& cell, Run const&) {
  set_rate(figure, gflops_per_s_per_node(cell), cell.seconds);
  figure.between_nodes = cell.bytes_between_nodes > 0;
  figure.kernel += fmt::format(" {} x {}, {}{}", cell.box, cell.batch, cell.library,
                               cell.order == "natural" ? ", natural order" : "");
}

void read(Figure& figure, TransposeCell const& cell, Run const&) {
  set_rate(figure, mb_per_s_per_node(cell), cell.seconds);
  figure.between_nodes = cell.bytes_between_nodes > 0;
  figure.kernel += fmt::format(" of {}, {} B{}", cell.line_ranks, cell.bytes,
                               cell.fresh_buffers == "yes" ? " fresh" : "");
  if (!cell.hugepages.empty())
    figure.kernel += " hugepages " + cell.hugepages;
}

void read(Figure& figure, DomainCell const& cell, Run const&) {
  set_rate(figure, mb_per_s_per_rank(cell), cell.seconds);
  figure.between_nodes = cell.kernel == DomainCell::exchange;
  figure.kernel +=
      fmt::format(" {} of {}, {} B x {}", cell.pair, cell.domains, cell.bytes, cell.repeats);
}

/// Of pairs of domains; products have a figure for each relation, see add_relations.
void read(Figure& figure, NumaCell const& cell, Run const&) {
  figure.median = cell.seconds.median;
  figure.mean = cell.seconds.mean;
  figure.kernel += cell.thread_domain ? fmt::format(" {} B: {} on {}", cell.bytes,
                                                    *cell.thread_domain, *cell.memory_domain)
                                      : fmt::format(" {}, all", *cell.matrix);
}

std::optional<int> number(CellKey const& key, char const* parameter) {
  auto const found = key.parameters.find(parameter);
  if (found == key.parameters.end())
    return std::nullopt;
  return static_cast<int>(std::get<std::int64_t>(found->second));
}

/// " 4096 B" of a memory kernel whose size in bytes was asked, else nothing.
std::string size_name(CellKey const& key, Run const& run) {
  auto const bytes = key.text("bytes");
  if (key.benchmark != MemoryCell::benchmark || bytes.empty())
    return "";
  return fmt::format(" {} B{}", bytes, run.volume == "per rank" ? " per rank" : "");
}

Figure figure_of(Cell const& cell, Run const& run) {
  auto const key = key_of(cell);
  Figure figure{.benchmark = key.benchmark,
                .kernel = key.kernel,
                .l = number(key, "l").value_or(0),
                .ls = number(key, "ls"),
                .precision = value_named<Precision>(key.text("precision")).value_or(Precision{}),
                .variant = key.variant,
                .volume = run.volume};
  detail::name_by_family(figure);
  figure.kernel += size_name(key, run);
  if (figure.benchmark == HoppingCell::benchmark) {
    figure.flops_per_site = run.flops_per_site;
    figure.kernel += application_name(application_of(key)); // as published tables call it
  }
  std::visit(
      [&](auto const& kind) {
        read(figure, kind, run);
        if constexpr (requires { kind.roofline_fraction; })
          figure.roofline_fraction = kind.roofline_fraction;
        if constexpr (requires { kind.seconds; }) {
          figure.error = kind.seconds.standard_error / kind.seconds.mean;
          if (kind.energy.figures)
            figure.watts_per_node = kind.energy.figures->watts_per_node;
        }
      },
      cell);
  return figure;
}

/// What is called latency: the time one way of the smallest message between two ranks alone, on two
/// nodes if there are such; none without a message as small as a word.
std::optional<Figure> latency_figure(RunRecord const& record) {
  constexpr std::int64_t word = 8;
  auto const cells = record.cells_of<MessageCell>();
  MessageCell const* smallest = nullptr;
  auto const order = [](MessageCell const& cell) {
    return std::tuple(cell.placement != "between-nodes", cell.bytes);
  };
  for (auto const& cell : cells)
    if (one_way_seconds(cell) && cell.pairs == 1 && cell.bytes <= word &&
        (smallest == nullptr || order(cell) < order(*smallest)))
      smallest = &cell;
  if (smallest == nullptr)
    return std::nullopt;
  auto const median = 1e6 * *one_way_seconds(*smallest);
  auto const& seconds = smallest->seconds;
  return Figure{.benchmark = "latency",
                .kernel = "latency",
                .ls = {},
                .variant = fmt::format("{} B", smallest->bytes),
                .between_nodes = smallest->placement == "between-nodes",
                .mean = median * seconds.mean / seconds.median,
                .median = median,
                .error = seconds.standard_error / seconds.mean};
}

/// A transposition as IFS has it, beside what is published of IFS; none of other sizes.
std::optional<Figure> exchange_figure(TransposeCell const& cell) {
  auto const* const exchange = ifs_exchange(cell);
  if (exchange == nullptr)
    return std::nullopt;
  Figure figure{.benchmark = "exchange",
                .kernel = std::string(exchange->name),
                .ls = {},
                .variant = fmt::format("{} of {}, {}{}", cell.phase, cell.task_grid, cell.method,
                                       cell.fresh_buffers == "yes" ? ", fresh" : ""),
                .measures = std::string(exchange->name),
                .between_nodes = cell.bytes_between_nodes > 0,
                .error = cell.seconds.standard_error / cell.seconds.mean};
  if (!cell.hugepages.empty())
    figure.variant += ", hugepages " + cell.hugepages;
  set_rate(figure, mb_per_s_per_task(cell), cell.seconds);
  return figure;
}

std::vector<detail::TimedThread> threads_of_products(RunRecord const& record) {
  std::vector<detail::TimedThread> threads;
  for (auto const& cell : record.cells_of<NumaCell>())
    for (auto const& thread : cell.per_thread)
      threads.push_back({.kernel = cell.kernel,
                         .matrix = static_cast<int>(*cell.matrix),
                         .pattern = cell.variant,
                         .relation = thread.relation,
                         .seconds = thread.seconds});
  return threads;
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
                  .label = run.label.value_or(""),
                  .hostnames = run.hostnames,
                  .cpu_model = run.cpu_model,
                  .nodes = run.nodes,
                  .ranks_per_node = run.ranks_per_node,
                  .cores_per_node = std::min(threads, run.cores.value_or(threads)),
                  .rank_grid = run.grid,
                  .robustness = run.robustness,
                  .robustness_set = run.robustness_set,
                  .profile = record.head().value("profile", Json()),
                  .facts = facts_of_record(record.head())};
  results.node_grid = detail::node_grid_of(results, run.node_block);
  for (auto const& cell : record.cells())
    results.figures.push_back(figure_of(cell, run));
  detail::add_relations(results, threads_of_products(record));
  if (auto const latency = latency_figure(record))
    results.figures.push_back(*latency);
  for (auto const& cell : record.cells_of<TransposeCell>())
    if (auto const exchange = exchange_figure(cell))
      results.figures.push_back(*exchange);
  detail::complete(results);
  return results;
}

} // namespace kitt::perf
