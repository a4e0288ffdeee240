// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include "perf/record/define_cells.hpp"
#include "perf/record/thread_relations.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace kitt::miniapp {

std::optional<double> gb_per_s(NumaCell const& cell) {
  if (cell.bytes_moved == 0)
    return std::nullopt;
  return static_cast<double>(cell.bytes_moved) / cell.seconds.median * 1e-9;
}

std::optional<double> nanoseconds(NumaCell const& cell) {
  if (cell.loads == 0)
    return std::nullopt;
  return cell.seconds.median / static_cast<double>(cell.loads) * 1e9;
}

std::optional<double> gflops_per_s_per_thread(NumaCell const& cell) {
  if (!cell.matrix || cell.per_thread.empty())
    return std::nullopt;
  auto const n = static_cast<double>(*cell.matrix);
  double sum = 0;
  for (auto const& thread : cell.per_thread)
    sum += 2 * n * n * n / thread.seconds * 1e-9;
  return sum / static_cast<double>(cell.per_thread.size());
}

std::vector<RelationTime> relation_times(NumaCell const& cell) {
  std::vector<RelationTime> relations;
  for (auto const& thread : cell.per_thread) {
    auto known = std::find_if(relations.begin(), relations.end(), [&](auto const& relation) {
      return relation.relation == thread.relation;
    });
    if (known == relations.end())
      known = relations.insert(known, {thread.relation, {}});
    known->seconds.push_back(thread.seconds);
  }
  for (auto& relation : relations)
    relation.mean = perf::summarize(relation.seconds).mean;
  return relations;
}

void set_against(NumaCell const& local, NumaCell& cell) {
  cell.ratio_to_local = cell.seconds.median / local.seconds.median;
}

perf::CellKey key_of(NumaCell const& cell) {
  perf::CellKey key{
      .benchmark = NumaCell::benchmark,
      .kernel = cell.kernel,
      .variant = cell.variant,
      .parameters = {{"bytes", cell.bytes}, {"threads", cell.threads}, {"ranks", cell.ranks}}};
  if (cell.thread_domain)
    key.parameters["thread_domain"] = *cell.thread_domain;
  if (cell.memory_domain)
    key.parameters["memory_domain"] = *cell.memory_domain;
  if (cell.matrix)
    key.parameters["matrix"] = *cell.matrix;
  return key;
}

/// Sets the figure of a pair of domains. Matmul also has a figure for each relation, see
/// derived_figures().
static void set_figure(perf::Figure& figure, NumaCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.kernel +=
      cell.thread_domain && cell.memory_domain
          ? fmt::format(" {} B: {} on {}", cell.bytes, *cell.thread_domain, *cell.memory_domain)
          : fmt::format(" {}, all", cell.matrix.value_or(0));
}

static std::vector<perf::Figure> derived_figures(std::vector<NumaCell> const& cells) {
  std::vector<perf::TimedThread> threads;
  for (auto const& cell : cells)
    for (auto const& thread : cell.per_thread)
      threads.push_back({.kernel = cell.kernel,
                         .matrix = static_cast<int>(cell.matrix.value_or(0)),
                         .pattern = cell.variant,
                         .relation = thread.relation,
                         .seconds = thread.seconds});
  return perf::figures_of(threads);
}

extern perf::CellKind const numa_cells = perf::cell_kind<NumaCell>(
    {.benchmarks = {{"numa", "Threads on near and far memory", "NUMA",
                     "seconds of a thread, less is better", "s", false, false},
                    {"remote", "Time on far memory relative to local memory", "Far memory",
                     "times as long, less is better", "x", false, false, true}},
     .kernels = {{"read"}, {"triad"}, {"latency"}, {"matmul"}},
     .merits = {{"gb_per_s", "GB/s"},
                {"nanoseconds", "ns", true, {"latency"}},
                {"gflops_per_s_per_thread", "Gflop/s per thread", false, {"matmul"}}}});

namespace {

std::string relation_lines(NumaCell const& cell) {
  auto const relations = relation_times(cell);
  auto const local = std::find_if(relations.begin(), relations.end(),
                                  [](auto const& one) { return one.relation == "local"; });
  std::string text;
  for (auto const& one : relations) {
    text += fmt::format("{:<22}: mean {} of {}", one.relation, perf::readable_seconds(one.mean),
                        perf::counted(static_cast<int>(one.seconds.size()), "thread"));
    if (one.relation != "local" && local != relations.end())
      text += fmt::format(", {:+.2f} % relative to local", 100 * (one.mean / local->mean - 1));
    text += '\n';
  }
  return text;
}

std::string figure_text(NumaCell const& cell) {
  return cell.loads > 0 ? perf::fixed(nanoseconds(cell), 1) : perf::fixed(gb_per_s(cell), 2);
}

std::string matrix(std::vector<NumaCell const*> const& cells, std::string const& name) {
  std::set<std::int64_t> rows;
  std::set<std::int64_t> columns;
  for (auto const* cell : cells) {
    rows.insert(*cell->thread_domain);
    columns.insert(*cell->memory_domain);
  }
  if (columns.size() < 2)
    return "";
  auto text = fmt::format("{}: threads of a domain (rows) on memory of a domain (columns)\n{:>8}",
                          name, "");
  for (auto const column : columns)
    text += fmt::format(" {:>9}", column);
  text += '\n';
  for (auto const row : rows) {
    text += fmt::format("{:>8}", row);
    for (auto const column : columns) {
      auto const found = std::find_if(cells.begin(), cells.end(), [&](auto const* cell) {
        return cell->thread_domain == row && cell->memory_domain == column;
      });
      text += fmt::format(" {:>9}", found == cells.end() ? "-" : figure_text(**found));
    }
    text += '\n';
  }
  return text;
}

} // namespace

std::string thread_table(NumaCell const& cell) {
  if (cell.per_thread.empty())
    return "";
  auto threads = cell.per_thread;
  std::sort(threads.begin(), threads.end(), [](auto const& a, auto const& b) {
    return std::tie(a.seconds, a.thread) < std::tie(b.seconds, b.thread);
  });
  std::vector<perf::ColumnOf<NumaThread>> const columns{
      {{"Thread", "", 6}, [](auto& t) { return std::to_string(t.thread); }},
      {{"CPUs", "", 10, perf::Align::left}, [](auto& t) { return t.cpus; }},
      {{"Data of", "thread", 7}, [](auto& t) { return std::to_string(t.data_thread); }},
      {{"Domain", "", 6}, [](auto& t) { return std::to_string(t.domain); }},
      {{"Memory", "domain", 6}, [](auto& t) { return std::to_string(t.memory_domain); }},
      {{"Relation", "", 22, perf::Align::left}, [](auto& t) { return t.relation; }},
      {{"Time", "s", 11}, [](auto& t) { return perf::fixed(t.seconds, 6); }}};
  return fmt::format("Products of {}-row matrices, {}\n", *cell.matrix, cell.variant) +
         perf::rows_text(columns, threads) + relation_lines(cell);
}

std::string numa_matrices(std::vector<NumaCell> const& cells) {
  std::string text;
  for (auto const* const kernel : {NumaCell::read, NumaCell::triad, NumaCell::latency})
    for (auto const* const variant : {"one domain", "all domains"}) {
      std::vector<NumaCell const*> chosen;
      for (auto const& cell : cells)
        if (cell.kernel == kernel && cell.variant == variant)
          chosen.push_back(&cell);
      text += matrix(chosen, fmt::format("{} in {}, {} working", kernel,
                                         kernel == std::string(NumaCell::latency) ? "ns" : "GB/s",
                                         variant));
    }
  return text;
}

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::NumaCell const&);
template kitt::miniapp::NumaCell kitt::perf::Cell::figures() const;
