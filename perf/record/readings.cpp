// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/readings.hpp"

#include "perf/record/cell_kind.hpp"

#include <tuple>

namespace kitt::perf {

std::string parties(int ranks, int nodes) {
  if (nodes > 1)
    return "nodes";
  return ranks > 1 ? "ranks of a node" : "a rank and itself";
}

void add_to(std::optional<MemoryReading>& reading, MemoryCell const& cell) {
  bool const of_lattice = cell.l > 0; // fields of a size in bytes may fit into a cache
  if (of_lattice && kernel_named(cell.kernel).family == "axpy" &&
      (!reading ||
       std::tie(cell.l, cell.gb_per_s_per_node) > std::tie(reading->l, reading->gb_per_s_per_node)))
    reading = MemoryReading{cell.gb_per_s_per_node, cell.kernel, cell.l, cell.ceiling};
}

void add_to(std::optional<ExchangeReading>& reading, HaloCell const& cell) {
  ExchangeReading const found{.one_way_mb_per_s_per_node = one_way(cell).median,
                              .both_ways_mb_per_s_per_node = both_ways(cell).median,
                              .directions = cell.directions,
                              .transport = cell.transport,
                              .face_bytes = cell.face_bytes,
                              .between = {}};
  auto const rank = [](ExchangeReading const& r) {
    return std::tuple(r.face_bytes, r.directions.size(), r.one_way_mb_per_s_per_node);
  };
  if (!reading || rank(found) > rank(*reading))
    reading = found;
}

} // namespace kitt::perf
