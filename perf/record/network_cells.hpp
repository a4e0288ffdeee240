// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

/// \file
/// The cells of benchmarks of the network, as those of cells.hpp.

namespace kitt::perf {

/// Messages between the ranks of pairs, measured and verified.
struct MessageCell {
  static constexpr char const* benchmark = "p2p";

  std::string pattern;           ///< "ping-pong", "one-way", "both-ways", "put", "get"
  std::string placement;         ///< "between-nodes", "inside-node"
  std::string buffers;           ///< "window": each message of a window has its own; "one"
  std::int64_t bytes = 0;        ///< of a message
  std::int64_t window = 1;       ///< messages that a sender has under way at once
  std::int64_t pairs = 1;        ///< that talk at once
  std::size_t messages = 0;      ///< of all pairs in a call, answers of no bytes not counted
  Statistics seconds;            ///< per call, of the slowest rank
  double verification_error = 0; ///< bytes that arrived wrong
  EnergyUse energy = {};
};
/// 10^6 bytes of messages per second, all pairs together, from the median.
double mb_per_s(MessageCell const& cell);
/// All pairs together, from the median.
double messages_per_s(MessageCell const& cell);
/// Seconds that a message of a ping-pong takes, half of a call; none of the other patterns.
std::optional<double> one_way_seconds(MessageCell const& cell);
constexpr auto fields_of(MessageCell const*) {
  return std::tuple(
      field("kernel", &MessageCell::pattern), field("variant", &MessageCell::placement),
      field("parameters/buffers", &MessageCell::buffers),
      field("parameters/bytes", &MessageCell::bytes),
      field("parameters/window", &MessageCell::window),
      field("parameters/pairs", &MessageCell::pairs), field("messages", &MessageCell::messages),
      field("seconds", &MessageCell::seconds),
      field("verification_error", &MessageCell::verification_error), derived("mb_per_s", mb_per_s),
      derived("messages_per_s", messages_per_s), derived("one_way_seconds", one_way_seconds),
      inlined(&MessageCell::energy));
}

/// An operation of all ranks together, measured and verified.
struct CollectiveCell {
  static constexpr char const* benchmark = "collectives";

  /// "barrier", "broadcast", "reduce", "allreduce", "allreduce-by-node", "allgather", "alltoall"
  std::string operation;
  std::int64_t bytes = 0;        ///< of a block; of a barrier 0
  std::int64_t ranks = 1;        ///< that take part
  Statistics seconds;            ///< per call, of the slowest rank
  double verification_error = 0; ///< bytes that arrived wrong
  EnergyUse energy = {};
};
double operations_per_s(CollectiveCell const& cell); ///< From the median.
constexpr auto fields_of(CollectiveCell const*) {
  return std::tuple(
      field("kernel", &CollectiveCell::operation),
      derived("variant", [](CollectiveCell const&) { return std::string(); }),
      field("parameters/bytes", &CollectiveCell::bytes),
      field("parameters/ranks", &CollectiveCell::ranks), field("seconds", &CollectiveCell::seconds),
      field("verification_error", &CollectiveCell::verification_error),
      derived("operations_per_s", operations_per_s), inlined(&CollectiveCell::energy));
}

/// An exchange of every rank with its neighbours, measured and verified.
struct StencilCell {
  static constexpr char const* benchmark = "stencil";

  std::string pattern;               ///< "grid", "off-node"
  std::string requests;              ///< "plain", "persistent"
  std::int64_t dims = 3;             ///< a rank has twice as many neighbours
  std::int64_t bytes = 0;            ///< of a message
  std::int64_t messages = 1;         ///< to each neighbour in a call
  std::int64_t cold_cache_bytes = 0; ///< that each rank walked through before each call
  std::int64_t nodes = 1;
  std::size_t pairs = 0; ///< of a rank and its neighbour, of all ranks and directions
  std::size_t pairs_between_nodes = 0;
  std::size_t pairs_with_itself = 0;
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  Statistics seconds;                         ///< per call, of the slowest rank
  double verification_error = 0;              ///< bytes that arrived wrong
  EnergyUse energy = {};
};
double pairs_per_node(StencilCell const& cell);
double pairs_between_nodes_per_node(StencilCell const& cell);
/// Messages that the ranks of a node send per second, from the median; the mean of all nodes.
double messages_per_s_per_node(StencilCell const& cell);
/// Their 10^6 bytes per second: one way, what comes in is not added.
double mb_per_s_per_node(StencilCell const& cell);
constexpr auto fields_of(StencilCell const*) {
  return std::tuple(
      field("kernel", &StencilCell::pattern), field("variant", &StencilCell::requests),
      field("parameters/dims", &StencilCell::dims), field("parameters/bytes", &StencilCell::bytes),
      field("parameters/messages", &StencilCell::messages),
      field("parameters/cold_cache_bytes", &StencilCell::cold_cache_bytes),
      field("nodes", &StencilCell::nodes), field("pairs", &StencilCell::pairs),
      field("pairs_between_nodes", &StencilCell::pairs_between_nodes),
      field("pairs_with_itself", &StencilCell::pairs_with_itself),
      field("page_bytes_obtained", &StencilCell::page_bytes),
      field("seconds", &StencilCell::seconds),
      field("verification_error", &StencilCell::verification_error),
      derived("pairs_per_node", pairs_per_node),
      derived("pairs_between_nodes_per_node", pairs_between_nodes_per_node),
      derived("mb_per_s_per_node", mb_per_s_per_node),
      derived("messages_per_s_per_node", messages_per_s_per_node), inlined(&StencilCell::energy));
}

/// What makes this cell another than the rest.
CellKey key_of(MessageCell const& cell);
/// What makes this cell another than the rest.
CellKey key_of(CollectiveCell const& cell);
/// What makes this cell another than the rest.
CellKey key_of(StencilCell const& cell);

} // namespace kitt::perf
