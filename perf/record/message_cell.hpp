// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/percentiles.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::perf {

struct CellKind;

/// Messages between the ranks of pairs, measured and verified.
struct MessageCell {
  static constexpr char const* benchmark = "p2p";

  std::string pattern;         ///< "ping-pong", "one-way", "both-ways", "put", "get"
  std::string placement;       ///< "between-nodes", "inside-node"
  std::string buffers;         ///< "window": each message of a window has its own; "one", "rotate"
  std::int64_t bytes = 0;      ///< of a message
  std::int64_t window = 1;     ///< messages that a sender has under way at once
  std::int64_t pairs = 1;      ///< that talk at once
  std::string rma_window = {}; ///< of put and get: "allocate", "create", "shared", "dynamic"
  std::string sync = {};       ///< of put and get: "flush", "fence", "lock", "pscw"
  std::string target = {};     ///< of put and get: "waiting", "computing"
  std::size_t messages = 0;    ///< of all pairs in a call, answers of no bytes not counted
  Statistics seconds;          ///< per call, of the slowest rank
  double verification_error = 0; ///< bytes that arrived wrong
  /// Of a ping-pong: halves of single round trips, of the slowest pair.
  std::optional<Percentiles> single_one_way_seconds = {};
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  EnergyUse energy = {};
};
/// In what a cell differs from the usual (a buffer for each message, MPI_Win_allocate, flushes, a
/// target that waits): "rotate, create, pscw"; empty if in nothing. Cells of records that are older
/// than these choices are usual.
std::string unusual(MessageCell const& cell);
/// 10^6 bytes of messages per second, all pairs together, from the median.
double mb_per_s(MessageCell const& cell);
/// All pairs together, from the median.
double messages_per_s(MessageCell const& cell);
/// Seconds that a message of a ping-pong takes, half of a call; none of the other patterns.
std::optional<double> one_way_seconds(MessageCell const& cell);
constexpr auto fields_of(MessageCell const*) {
  return kitt::fields(
      field("kernel", &MessageCell::pattern), field("variant", &MessageCell::placement),
      field("parameters/buffers", &MessageCell::buffers),
      field("parameters/bytes", &MessageCell::bytes),
      field("parameters/window", &MessageCell::window),
      field("parameters/pairs", &MessageCell::pairs),
      field("parameters/rma_window", &MessageCell::rma_window).or_absent(),
      field("parameters/sync", &MessageCell::sync).or_absent(),
      field("parameters/target", &MessageCell::target).or_absent(),
      field("messages", &MessageCell::messages), field("seconds", &MessageCell::seconds),
      field("verification_error", &MessageCell::verification_error),
      derived("mb_per_s", [](MessageCell const& cell) { return mb_per_s(cell); }),
      derived("messages_per_s", messages_per_s), derived("one_way_seconds", one_way_seconds),
      field("single_one_way_seconds", &MessageCell::single_one_way_seconds).or_absent(),
      field("page_bytes_obtained", &MessageCell::page_bytes).since_later(),
      inlined(&MessageCell::energy));
}

/// What makes this cell another than the rest.
CellKey key_of(MessageCell const& cell);

extern CellKind const message_cells;

} // namespace kitt::perf
