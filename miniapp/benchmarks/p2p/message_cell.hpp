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

namespace kitt::miniapp {

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
  perf::Statistics seconds;    ///< per call, of the slowest rank
  double verification_error = 0; ///< bytes that arrived wrong
  /// Of a ping-pong: halves of single round trips, of the slowest pair.
  std::optional<perf::Percentiles> single_one_way_seconds = {};
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  perf::EnergyUse energy = {};
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
      field("kernel", &MessageCell::pattern,
            "the pattern: one message to and fro, a window of messages one way or both ways, put "
            "into memory of the other rank or got from there"),
      field("variant", &MessageCell::placement, "where the two ranks of a pair run")
          .like("^(between-nodes|inside-node)$"),
      field("parameters/buffers", &MessageCell::buffers,
            "each message of a window has its own, or all share one; rotate: each call uses the "
            "next part of a region larger than twice the last-level cache")
          .like("^(window|one|rotate)$"),
      figure("parameters/bytes", &MessageCell::bytes, "bytes", "of a message").at_least(1),
      field("parameters/window", &MessageCell::window,
            "messages that a sender has under way at once; 1 for a ping-pong")
          .at_least(1),
      field("parameters/pairs", &MessageCell::pairs, "that talk at once").at_least(1),
      field("parameters/rma_window", &MessageCell::rma_window,
            "of put and get: how the target's memory was given to MPI; cells of older versions "
            "lack it and are of allocate")
          .like("^(allocate|create|shared|dynamic)$")
          .or_absent(),
      field("parameters/sync", &MessageCell::sync,
            "of put and get: what completes a window of messages; cells of older versions lack it "
            "and are of flush")
          .like("^(flush|fence|lock|pscw)$")
          .or_absent(),
      field("parameters/target", &MessageCell::target,
            "of put and get: what the second rank does meanwhile, inside MPI or outside; cells of "
            "older versions lack it and are of waiting")
          .like("^(waiting|computing)$")
          .or_absent(),
      field("messages", &MessageCell::messages,
            "of all pairs in a call; empty answers are not counted")
          .at_least(1),
      field("seconds", &MessageCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &MessageCell::verification_error, "bytes that arrived wrong")
          .at_least(0),
      figure(
          "mb_per_s", [](MessageCell const& cell) { return mb_per_s(cell); }, "MB/s",
          "10^6 bytes of messages per second, all pairs, from the median time; both ways are added")
          .above(0),
      figure("messages_per_s", messages_per_s, "1/s", "all pairs, from the median time").above(0),
      figure("one_way_seconds", one_way_seconds, "s",
             "of a message of a ping-pong: half of the median time; null for other patterns"),
      field("single_one_way_seconds", &MessageCell::single_one_way_seconds,
            "of a ping-pong: halves of single round trips, each timed on its own by the first rank "
            "of a pair; of the slowest pair")
          .or_absent(),
      figure("page_bytes_obtained", &MessageCell::page_bytes, "bytes",
             "the pages that most bytes of the buffers lie on, the smallest of any rank; null: "
             "unknown")
          .at_least(1)
          .since_later(),
      inlined(&MessageCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(MessageCell const& cell);

} // namespace kitt::miniapp
