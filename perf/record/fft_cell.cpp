// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/fft_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <cmath>
#include <fmt/format.h>

namespace kitt::perf {

double flops(FftCell const& cell) {
  auto const n = static_cast<double>(cell.numbers);
  return 5 * n * std::log2(n) * static_cast<double>(cell.batch);
}

double gflops_per_s_per_node(FftCell const& cell) {
  return flops(cell) * 1e-9 / cell.seconds.median / static_cast<double>(cell.nodes);
}

std::optional<double> product_gflops_per_s_per_node(FftCell const& cell) {
  if (cell.product_seconds == 0)
    return std::nullopt;
  auto const pairs = static_cast<double>(cell.batch * cell.batch);
  return 8 * pairs * static_cast<double>(cell.numbers) * 1e-9 / cell.product_seconds /
         static_cast<double>(cell.nodes);
}

double step_seconds(FftCell const& cell) {
  return cell.seconds.median + cell.product_seconds + cell.reduce_ranks_seconds.value_or(0);
}

double exchange_share(FftCell const& cell) {
  auto const exchanges = cell.row_seconds + cell.column_seconds;
  return exchanges / (cell.line_seconds + exchanges);
}

CellKey key_of(FftCell const& cell) {
  return {.benchmark = FftCell::benchmark,
          .kernel = "c2c",
          .variant = cell.method,
          .parameters = {{"box", cell.box},
                         {"batch", cell.batch},
                         {"task_grid", cell.task_grid},
                         {"order", cell.order},
                         {"library", cell.library}}};
}

static void set_figure(Figure& figure, FftCell const& cell, FigureContext const&) {
  set_rate(figure, gflops_per_s_per_node(cell), cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.bytes_between_nodes > 0;
  figure.kernel += fmt::format(" {} x {}, {}{}", cell.box, cell.batch, cell.library,
                               cell.order == "natural" ? ", natural order" : "");
}

template Cell::Cell(FftCell const&);
template FftCell Cell::figures() const;
extern CellKind const fft_cells =
    cell_kind<FftCell>({.benchmarks = {{"fft", "Fourier transforms", "Transform",
                                        "Gflop/s per node", "Gflop/s/node", false}},
                        .kernels = {{"c2c", "fft", "c2c", ""}}});

} // namespace kitt::perf
