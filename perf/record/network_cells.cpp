// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/network_cells.hpp"

#include <cmath>
#include <map>

namespace kitt::perf {

namespace {

/// Parameters that older records lack, where they say something else than what was meant there.
Parameters unusual_parameters(MessageCell const& cell) {
  Parameters found;
  auto const add = [&](char const* name, std::string const& value, char const* usual) {
    if (!value.empty() && value != usual)
      found[name] = value;
  };
  add("rma_window", cell.rma_window, "allocate");
  add("sync", cell.sync, "flush");
  add("target", cell.target, "waiting");
  return found;
}

} // namespace

std::string unusual(MessageCell const& cell) {
  auto text = cell.buffers == "window" ? std::string() : cell.buffers;
  for (auto const& [name, value] : unusual_parameters(cell))
    text += (text.empty() ? "" : ", ") + std::get<std::string>(value);
  return text;
}

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
  auto parameters = unusual_parameters(cell);
  parameters.insert({{"buffers", cell.buffers},
                     {"bytes", cell.bytes},
                     {"window", cell.window},
                     {"pairs", cell.pairs}});
  return {.benchmark = MessageCell::benchmark,
          .kernel = cell.pattern,
          .variant = cell.placement,
          .parameters = parameters};
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

CellKey key_of(HashCell const& cell) {
  return {.benchmark = HashCell::benchmark,
          .kernel = cell.phase,
          .variant = "",
          .parameters = {{"table_bytes", cell.table_bytes},
                         {"entry_bytes", cell.entry_bytes},
                         {"batch", cell.batch},
                         {"ranks", cell.ranks},
                         {"visits", cell.visits}}};
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
  CellKey key{.benchmark = StencilCell::benchmark,
              .kernel = cell.pattern,
              .variant = cell.requests,
              .parameters = {{"dims", cell.dims},
                             {"bytes", cell.bytes},
                             {"messages", cell.messages},
                             {"cold_cache_bytes", cell.cold_cache_bytes}}};
  if (!cell.hugepages.empty())
    key.parameters["hugepages"] = cell.hugepages;
  return key;
}

} // namespace kitt::perf
