// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/transpose/transpose_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::miniapp {

namespace {

double mb_per_s(std::size_t bytes, TransposeCell const& cell) {
  return static_cast<double>(bytes) * 1e-6 / cell.seconds.median;
}

std::size_t bytes_sent(TransposeCell const& cell) {
  return cell.bytes_inside_node + cell.bytes_between_nodes;
}

} // namespace

double mb_per_s_per_task(TransposeCell const& cell) {
  return mb_per_s(bytes_sent(cell), cell) / static_cast<double>(cell.ranks);
}

double mb_per_s_per_node(TransposeCell const& cell) {
  return mb_per_s(bytes_sent(cell), cell) / static_cast<double>(cell.nodes);
}

std::optional<double> mb_per_s_per_link(TransposeCell const& cell) {
  if (cell.bytes_between_nodes == 0)
    return std::nullopt;
  return mb_per_s(cell.bytes_between_nodes, cell) /
         static_cast<double>(cell.nodes * cell.links_per_node);
}

double share_inside_node(TransposeCell const& cell) {
  return static_cast<double>(cell.bytes_inside_node) / static_cast<double>(bytes_sent(cell));
}

perf::CellKey key_of(TransposeCell const& cell) {
  perf::CellKey key{.benchmark = TransposeCell::benchmark,
                    .kernel = cell.phase,
                    .variant = cell.method,
                    .parameters = {{"bytes", cell.bytes},
                                   {"task_grid", cell.task_grid},
                                   {"fresh_buffers", cell.fresh_buffers}}};
  if (!cell.hugepages.empty())
    key.parameters["hugepages"] = cell.hugepages;
  return key;
}

IfsExchange const* ifs_exchange(TransposeCell const& cell) {
  auto const found = std::ranges::find_if(ifs_exchanges, [&](IfsExchange const& exchange) {
    return exchange.phase == cell.phase && exchange.bytes == cell.bytes;
  });
  return found == ifs_exchanges.end() ? nullptr : &*found;
}

static void set_figure(perf::Figure& figure, TransposeCell const& cell,
                       perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.bytes_between_nodes > 0;
  figure.kernel += fmt::format(" of {}, {} B{}", cell.line_ranks, cell.bytes,
                               cell.fresh_buffers == "yes" ? " fresh" : "");
  if (!cell.hugepages.empty())
    figure.kernel += " hugepages " + cell.hugepages;
}

/// Returns the figures of exchanges that have the sizes of an exchange of IFS, for comparison with
/// published figures of IFS. Exchanges of other sizes give no figure.
static std::vector<perf::Figure> derived_figures(std::vector<TransposeCell> const& cells) {
  std::vector<perf::Figure> figures;
  for (auto const& cell : cells)
    if (auto const* const exchange = ifs_exchange(cell)) {
      auto& figure =
          figures.emplace_back(perf::plain_figure("exchange", std::string(exchange->name), 0));
      perf::set_rate(figure, mb_per_s_per_task(cell), cell.seconds);
      figure.variant = fmt::format("{} of {}, {}{}", cell.phase, cell.task_grid, cell.method,
                                   cell.fresh_buffers == "yes" ? ", fresh" : "");
      if (!cell.hugepages.empty())
        figure.variant += ", hugepages " + cell.hugepages;
      figure.measures = exchange->name;
      figure.between_nodes = cell.bytes_between_nodes > 0;
      figure.error = cell.seconds.standard_error / cell.seconds.mean;
    }
  return figures;
}

extern perf::CellKind const transpose_cells = perf::cell_kind<TransposeCell>(
    {.benchmarks = {{"transpose", "Transpositions", "Transposition", "MB/s per node", "MB/s/node",
                     false, false},
                    {"run", "Time of a run", "Run", "seconds of a run, less is better", "s", false,
                     false, true},
                    {"exchange", "Exchange of an application", "Exchange", "MB/s per task",
                     "MB/s/task", false, false},
                    {"speedup", "Speed-up", "Speed-up", "times as fast", "x", false, false}},
     .kernels = {{"rows"}, {"columns"}},
     .plot = {.x = "parameters/bytes",
              .y = "mb_per_s_per_task",
              .colours = {"variant", "parameters/fresh_buffers", "parameters/hugepages"},
              .dashes = "kernel"}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::TransposeCell const&);
template kitt::miniapp::TransposeCell kitt::perf::Cell::figures() const;
