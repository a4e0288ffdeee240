// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/detail/fft_columns.hpp"

#include "perf/tables/detail/network_columns.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::perf::detail {

namespace {

std::string share(double seconds, FftCell const& cell) {
  return percent(seconds / (cell.line_seconds + cell.row_seconds + cell.column_seconds +
                            cell.product_seconds + cell.reduce_ranks_seconds.value_or(0)));
}

std::string sum_microseconds(std::optional<double> const& seconds) {
  return seconds ? fixed(*seconds * 1e6, 1) : "-";
}

} // namespace

std::vector<ColumnOf<FftCell>> columns_of(FftCell const*, bool) {
  return {
      {{"Box", "", 11, Align::left}, [](auto& c) { return c.box; }},
      {{"Batch", "", 5}, [](auto& c) { return std::to_string(c.batch); }},
      {{"Grid", "", 7, Align::left}, [](auto& c) { return c.task_grid; }},
      {{"Method", "", 9, Align::left}, [](auto& c) { return c.method; }},
      {{"Result", "", 10, Align::left}, [](auto& c) { return c.order; }},
      {{"Median", "Gflop/s/node", 12}, [](auto& c) { return fixed(gflops_per_s_per_node(c), 3); }},
      {{"+- ", "% ", 5}, [](auto& c) { return error_percent(c.seconds); }},
      {{"Time", "per batch", 9}, [](auto& c) { return readable_seconds(c.seconds.median); }},
      {{"Lines", "%", 5}, [](auto& c) { return share(c.line_seconds, c); }},
      {{"Rows", "%", 5}, [](auto& c) { return share(c.row_seconds, c); }},
      {{"Columns", "%", 7}, [](auto& c) { return share(c.column_seconds, c); }},
      {{"Product", "%", 7}, [](auto& c) { return share(c.product_seconds, c); }},
      {{"Product", "Gflop/s/node", 12},
       [](auto& c) { return fixed(product_gflops_per_s_per_node(c), 3); }},
      {{"Sum, ranks", "us", 10}, [](auto& c) { return sum_microseconds(c.reduce_ranks_seconds); }},
      {{"by node", "us", 9}, [](auto& c) { return sum_microseconds(c.reduce_by_node_seconds); }},
      {{"Error", "", 8}, [](auto& c) { return fmt::format("{:.1e}", c.verification_error); }},
  };
}

} // namespace kitt::perf::detail
