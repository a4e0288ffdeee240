// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include "perf/record/define_cells.hpp"
#include "perf/record/thread_relations.hpp"

#include <algorithm>
#include <fmt/format.h>

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
  figure.median = cell.seconds.median;
  figure.mean = cell.seconds.mean;
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
                     "seconds of a thread, less is better", "s", false, false, true},
                    {"remote", "Time on far memory relative to local memory", "Far memory",
                     "times as long, less is better", "x", false, false, true}},
     .kernels = {{"read"}, {"triad"}, {"latency"}, {"matmul"}},
     .merits = {{"gb_per_s", "GB/s"},
                {"nanoseconds", "ns, less is better", true},
                {"gflops_per_s_per_thread", "Gflop/s per thread"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::NumaCell const&);
template kitt::miniapp::NumaCell kitt::perf::Cell::figures() const;
