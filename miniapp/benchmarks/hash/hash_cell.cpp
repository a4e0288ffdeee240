// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hash/hash_cell.hpp"

#include "perf/record/cell_columns.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

std::size_t operations(HashCell const& cell) {
  if (cell.ranks == 0) // in a record that somebody has edited
    return 0;
  auto const of_rank = cell.visits > 0 ? static_cast<std::size_t>(cell.visits)
                                       : cell.entries / static_cast<std::size_t>(cell.ranks);
  return of_rank * static_cast<std::size_t>(cell.ranks);
}

double operations_per_s(HashCell const& cell) {
  return static_cast<double>(operations(cell)) / cell.seconds.median;
}

double mb_per_s(HashCell const& cell) {
  return operations_per_s(cell) * static_cast<double>(cell.bytes_per_operation) * 1e-6;
}

double microseconds_per_operation(HashCell const& cell) {
  return 1e6 * static_cast<double>(cell.ranks) / operations_per_s(cell);
}

std::optional<double> expected_claims_lost(HashCell const& cell) {
  if (cell.visits == 0)
    return std::nullopt;
  auto const entries = static_cast<double>(cell.entries);
  auto const ranks = static_cast<double>(cell.ranks);
  auto const visits = static_cast<double>(cell.visits);
  return ranks * visits - entries * (1 - std::pow(1 - visits / entries, ranks));
}

double largest_counter_share(HashCell const& cell) {
  return cell.busiest_counter_share / static_cast<double>(cell.ranks);
}

perf::CellKey key_of(HashCell const& cell) {
  return {.benchmark = HashCell::benchmark,
          .kernel = cell.phase,
          .variant = "",
          .parameters = {{"table_bytes", cell.table_bytes},
                         {"entry_bytes", cell.entry_bytes},
                         {"batch", cell.batch},
                         {"ranks", cell.ranks},
                         {"visits", cell.visits}}};
}

static void set_figure(perf::Figure& figure, HashCell const& cell,
                       perf::FigureContext const& context) {
  perf::set_rate(figure, operations_per_s(cell), cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = context.nodes > 1;
  figure.kernel += fmt::format(" {} B of {} x {}", cell.entry_bytes, cell.table_bytes, cell.batch);
}

namespace {

std::string claims(HashCell const& cell) {
  if (!cell.claims_lost)
    return "-";
  return perf::fixed(
      100 * static_cast<double>(*cell.claims_lost) / static_cast<double>(operations(cell)), 2);
}

std::string median(std::optional<OperationTimes> const& microseconds) {
  return microseconds ? perf::fixed(microseconds->median, 3) : "-";
}
std::string p99(std::optional<OperationTimes> const& microseconds) {
  return microseconds ? perf::fixed(microseconds->p99, 3) : "-";
}

} // namespace

static std::vector<perf::ColumnOf<HashCell>> columns_of(HashCell const*, bool) {
  return {
      {{"Phase", "", 9, perf::Align::left}, [](auto& c) { return c.phase; }},
      {{"Entry", "bytes", 6}, [](auto& c) { return std::to_string(c.entry_bytes); }},
      {{"Entries", "", 10}, [](auto& c) { return std::to_string(c.entries); }},
      {{"Batch", "", 5}, [](auto& c) { return std::to_string(c.batch); }},
      {{"All ranks", "operations/s", 12},
       [](auto& c) { return perf::fixed(operations_per_s(c), 0); }},
      {{"All ranks", "MB/s", 10}, [](auto& c) { return perf::fixed(mb_per_s(c), 2); }},
      {{"of a rank", "us", 9},
       [](auto& c) { return perf::fixed(microseconds_per_operation(c), 3); }},
      {{"Median", "us", 8}, [](auto& c) { return median(c.operation_microseconds); }},
      {{"p99", "us", 8}, [](auto& c) { return p99(c.operation_microseconds); }},
      {{"+- ", "% ", 5}, [](auto& c) { return perf::error_percent(c.seconds); }},
      {{"Time", "of phase", 9}, [](auto& c) { return perf::readable_seconds(c.seconds.median); }},
      {{"Claims", "lost %", 6}, [](auto& c) { return claims(c); }},
      {{"Busiest", "counter", 7}, [](auto& c) { return perf::fixed(c.busiest_counter_share, 3); }},
      {{"its wait", "p99 us", 8}, [](auto& c) { return p99(c.busiest_counter_microseconds); }},
  };
}

extern perf::CellKind const hash_cells = perf::cell_kind<HashCell>(
    {.benchmarks = {{"hash", "Distributed table", "Table", "operations per second of all ranks",
                     "1/s", false, false}},
     .kernels = {{"construct"}, {"traverse"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::HashCell const&);
template kitt::miniapp::HashCell kitt::perf::Cell::figures() const;
