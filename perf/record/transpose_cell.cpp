// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/transpose_cell.hpp"

#include <algorithm>

namespace kitt::perf {

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

CellKey key_of(TransposeCell const& cell) {
  CellKey key{.benchmark = TransposeCell::benchmark,
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

} // namespace kitt::perf
