// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/fft/fft_cell.hpp"

#include "perf/record/cell_columns.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

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
  perf::set_rate(figure, gflops_per_s_per_node(cell), cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.bytes_between_nodes > 0;
  figure.kernel += fmt::format(" {} x {}, {}{}", cell.box, cell.batch, cell.library,
                               cell.order == "natural" ? ", natural order" : "");
}

namespace {

std::string share(double seconds, FftCell const& cell) {
  return perf::percent(seconds / (cell.line_seconds + cell.row_seconds + cell.column_seconds +
                                  cell.product_seconds + cell.reduce_ranks_seconds.value_or(0)));
}

std::string sum_microseconds(std::optional<double> const& seconds) {
  return seconds ? perf::fixed(*seconds * 1e6, 1) : "-";
}

} // namespace

static std::vector<perf::ColumnOf<FftCell>> columns_of(FftCell const*, bool) {
  return {
      {{"Box", "", 11, perf::Align::left}, [](auto& c) { return c.box; }},
      {{"Batch", "", 5}, [](auto& c) { return std::to_string(c.batch); }},
      {{"Grid", "", 7, perf::Align::left}, [](auto& c) { return c.task_grid; }},
      {{"Method", "", 9, perf::Align::left}, [](auto& c) { return c.method; }},
      {{"Result", "", 10, perf::Align::left}, [](auto& c) { return c.order; }},
      {{"Median", "Gflop/s/node", 12},
       [](auto& c) { return perf::fixed(gflops_per_s_per_node(c), 3); }},
      {{"+- ", "% ", 5}, [](auto& c) { return perf::error_percent(c.seconds); }},
      {{"Time", "per batch", 9}, [](auto& c) { return perf::readable_seconds(c.seconds.median); }},
      {{"Lines", "%", 5}, [](auto& c) { return share(c.line_seconds, c); }},
      {{"Rows", "%", 5}, [](auto& c) { return share(c.row_seconds, c); }},
      {{"Columns", "%", 7}, [](auto& c) { return share(c.column_seconds, c); }},
      {{"Product", "%", 7}, [](auto& c) { return share(c.product_seconds, c); }},
      {{"Product", "Gflop/s/node", 12},
       [](auto& c) { return perf::fixed(product_gflops_per_s_per_node(c), 3); }},
      {{"Sum, ranks", "us", 10}, [](auto& c) { return sum_microseconds(c.reduce_ranks_seconds); }},
      {{"by node", "us", 9}, [](auto& c) { return sum_microseconds(c.reduce_by_node_seconds); }},
      {{"Error", "", 8}, [](auto& c) { return fmt::format("{:.1e}", c.verification_error); }},
  };
}

extern perf::CellKind const fft_cells =
    perf::cell_kind<FftCell>({.benchmarks = {{"fft", "Fourier transforms", "Transform",
                                              "Gflop/s per node", "Gflop/s/node", false}},
                              .kernels = {{"c2c"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::FftCell const&);
template kitt::miniapp::FftCell kitt::perf::Cell::figures() const;
