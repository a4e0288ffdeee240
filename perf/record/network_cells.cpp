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

} // namespace kitt::perf
