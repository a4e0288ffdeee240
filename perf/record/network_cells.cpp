// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/network_cells.hpp"

namespace kitt::perf {

double mb_per_s(MessageCell const& cell) {
  return messages_per_s(cell) * static_cast<double>(cell.bytes) * 1e-6;
}

double messages_per_s(MessageCell const& cell) {
  return static_cast<double>(cell.messages) / cell.seconds.median;
}

std::optional<double> one_way_seconds(MessageCell const& cell) {
  if (cell.pattern != "ping-pong")
    return std::nullopt;
  return cell.seconds.median / 2;
}

CellKey key_of(MessageCell const& cell) {
  return {.benchmark = MessageCell::benchmark,
          .kernel = cell.pattern,
          .variant = cell.placement,
          .parameters = {{"buffers", cell.buffers},
                         {"bytes", cell.bytes},
                         {"window", cell.window},
                         {"pairs", cell.pairs}}};
}

double operations_per_s(CollectiveCell const& cell) {
  return 1 / cell.seconds.median;
}

CellKey key_of(CollectiveCell const& cell) {
  return {.benchmark = CollectiveCell::benchmark,
          .kernel = cell.operation,
          .variant = "",
          .parameters = {{"bytes", cell.bytes}, {"ranks", cell.ranks}}};
}

double pairs_per_node(StencilCell const& cell) {
  return static_cast<double>(cell.pairs) / static_cast<double>(cell.nodes);
}

double pairs_between_nodes_per_node(StencilCell const& cell) {
  return static_cast<double>(cell.pairs_between_nodes) / static_cast<double>(cell.nodes);
}

double messages_per_s_per_node(StencilCell const& cell) {
  return pairs_per_node(cell) * static_cast<double>(cell.messages) / cell.seconds.median;
}

double mb_per_s_per_node(StencilCell const& cell) {
  return messages_per_s_per_node(cell) * static_cast<double>(cell.bytes) * 1e-6;
}

CellKey key_of(StencilCell const& cell) {
  return {.benchmark = StencilCell::benchmark,
          .kernel = cell.pattern,
          .variant = cell.requests,
          .parameters = {{"dims", cell.dims},
                         {"bytes", cell.bytes},
                         {"messages", cell.messages},
                         {"cold_cache_bytes", cell.cold_cache_bytes}}};
}

} // namespace kitt::perf
