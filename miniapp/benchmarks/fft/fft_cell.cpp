// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/fft_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

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

double share_of_step(FftCell const& cell, double seconds) {
  return seconds / (cell.line_seconds + cell.row_seconds + cell.column_seconds +
                    cell.product_seconds + cell.reduce_ranks_seconds.value_or(0));
}

perf::CellKey key_of(FftCell const& cell) {
  return {.benchmark = FftCell::benchmark,
          .kernel = "c2c",
          .variant = cell.method,
          .parameters = {{"box", cell.box},
                         {"batch", cell.batch},
                         {"task_grid", cell.task_grid},
                         {"order", cell.order},
                         {"library", cell.library}}};
}

static void set_figure(perf::Figure& figure, FftCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.bytes_between_nodes > 0;
  figure.kernel += fmt::format(" {} x {}, {}{}", cell.box, cell.batch, cell.library,
                               cell.order == "natural" ? ", natural order" : "");
}

extern perf::CellKind const fft_cells =
    perf::cell_kind<FftCell>({.benchmarks = {{"fft", "Fourier transforms", "Transform",
                                              "Gflop/s per node", "Gflop/s/node", false}},
                              .kernels = {{"c2c"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::FftCell const&);
template kitt::miniapp::FftCell kitt::perf::Cell::figures() const;
