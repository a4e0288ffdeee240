// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hash/hash_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <cmath>
#include <fmt/format.h>

namespace kitt::miniapp {

std::size_t operations(HashCell const& cell) {
  if (cell.ranks == 0) // only in an edited record
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

std::optional<double> claims_lost_share(HashCell const& cell) {
  if (!cell.claims_lost)
    return std::nullopt;
  return static_cast<double>(*cell.claims_lost) / static_cast<double>(operations(cell));
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
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = context.nodes > 1;
  figure.kernel += fmt::format(" {} B of {} x {}", cell.entry_bytes, cell.table_bytes, cell.batch);
}

extern perf::CellKind const hash_cells = perf::cell_kind<HashCell>(
    {.benchmarks = {{"hash", "Distributed table", "Table", "operations per second of all ranks",
                     "1/s", false, false}},
     .kernels = {{"construct"}, {"traverse"}},
     .merits = {{"operations_per_s", "operations per second of all ranks", false, {"construct"}}},
     .plot = {.x = "parameters/entry_bytes",
              .y = "operations_per_s",
              .colours = {"kernel"},
              .dashes = "parameters/batch"}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::HashCell const&);
template kitt::miniapp::HashCell kitt::perf::Cell::figures() const;
