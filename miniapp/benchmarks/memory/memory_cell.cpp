// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/memory/memory_cell.hpp"

#include "miniapp/score/readings.hpp"
#include "perf/record/define_cells.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace kitt::miniapp {

perf::CellKey key_of(MemoryCell const& cell) {
  auto key = perf::lattice_key(cell.kernel, cell.l, 1, cell.precision, "");
  if (cell.asked_bytes > 0) { // the size was given in bytes
    key.parameters.erase("l");
    key.parameters.erase("ls");
    key.parameters["bytes"] = cell.asked_bytes;
  }
  return key;
}

double launch_share(MemoryCell const& cell) {
  return std::min(1.0, cell.launch_seconds / cell.seconds.median);
}

std::optional<double> gb_per_s_per_node_without_launch(MemoryCell const& cell) {
  constexpr double most = 0.8; // above 0.8, the difference of two almost equal times is inexact
  auto const share = launch_share(cell);
  if (share > most)
    return std::nullopt;
  return cell.gb_per_s_per_node / (1 - share);
}

static void set_figure(perf::Figure& figure, MemoryCell const&,
                       perf::FigureContext const& context) {
  figure.node_sites = perf::sites_of_node(figure, context.ranks_per_node);
}

/// Adds " 4096 B" if the size was given in bytes.
static void name_memory_figure(perf::Figure& figure, perf::CellKey const& key,
                               perf::FigureContext const& context) {
  if (auto const bytes = key.text("bytes"); !bytes.empty())
    figure.kernel += fmt::format(" {} B{}", bytes, context.volume == "per rank" ? " per rank" : "");
}

namespace {

/// Memory bandwidth of a run: the bandwidth of the fastest axpy at the largest L. Fields whose size
/// is given in bytes do not count, because they may fit into a cache.
class MemorySummary final : public perf::SummaryPart {
public:
  explicit MemorySummary(perf::Json const&) {}

  void add(perf::Cell const& cell) override {
    auto const figures = cell.figures<MemoryCell>();
    bool const counts = figures.l > 0 && perf::kernel_named(figures.kernel).family == "axpy";
    if (counts && (!found_ || std::tie(figures.l, figures.gb_per_s_per_node) >
                                  std::tie(found_->l, found_->gb_per_s_per_node)))
      found_ = MemoryReading{figures.gb_per_s_per_node, figures.kernel, figures.l, figures.ceiling};
  }
  void write(perf::Json& summary) const override {
    summary["memory_bandwidth"] = perf::to_data(found_);
  }

private:
  std::optional<MemoryReading> found_;
};

} // namespace

extern perf::CellKind const memory_cells = perf::cell_kind<MemoryCell>(
    {.benchmarks = {{"memory", "Memory", "Memory", "GB/s per node", "GB/s/node", false}},
     .kernels = {{"axpy (KITT)", "axpy", "KITT"},
                 {"axpy (Kokkos Kernels)", "axpy", "Kokkos Kernels"},
                 {"read"},
                 {"copy"},
                 {"triad"}},
     .sizes = {"l", "bytes"},
     .plot = {.x = "bytes", .y = "gb_per_s_per_node", .colours = {"kernel"}},
     .name_figure = name_memory_figure,
     .summary_part = perf::make_summary_part<MemorySummary>});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::MemoryCell const&);
template kitt::miniapp::MemoryCell kitt::perf::Cell::figures() const;
