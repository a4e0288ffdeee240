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

namespace kitt::miniapp {

/// Measured and verified messages between the two ranks of each pair.
struct MessageCell {
  static constexpr char const* benchmark = "p2p";

  std::string pattern;   ///< "ping-pong", "one-way", "both-ways", "put", "get"
  std::string placement; ///< "between-nodes", "inside-node"
  /// Choice of buffers. "window": each message of a window has its own buffer; "one": all messages
  /// share one buffer; "rotate": each call uses the next part of a large region.
  std::string buffers;
  std::int64_t bytes = 0;  ///< bytes per message
  std::int64_t window = 1; ///< number of messages that a sender has in flight at once
  std::int64_t pairs = 1;  ///< number of pairs that send at the same time
  /// Put and get, kind of window: "allocate", "create", "shared", "dynamic".
  std::string rma_window = {};
  std::string sync = {};    ///< put and get, synchronisation: "flush", "fence", "lock", "pscw"
  std::string target = {};  ///< put and get, activity of the target: "waiting", "computing"
  std::size_t messages = 0; ///< number of messages of all pairs in a call, without empty answers
  perf::Statistics seconds; ///< seconds per call of the slowest rank
  double verification_error = 0; ///< number of bytes that arrived wrong
  /// Ping-pong only: half of the time of single round trips, of the slowest pair.
  std::optional<perf::Percentiles> single_one_way_seconds = {};
  std::optional<std::size_t> page_bytes = {}; ///< measured page size of the buffers
  perf::EnergyUse energy = {};
};
/// Returns the settings of a cell that differ from the defaults, such as "rotate, create, pscw".
/// The defaults are a buffer for each message, MPI_Win_allocate, flushes and a target that waits.
/// Returns an empty text if nothing differs.
std::string unusual(MessageCell const& cell);
/// Returns the rate of all pairs together in 10^6 bytes per second, from the median time.
double mb_per_s(MessageCell const& cell);
/// Returns the number of messages per second of all pairs together, from the median time.
double messages_per_s(MessageCell const& cell);
/// Returns half of the time of a ping-pong, which is the time of one message. Returns nothing for
/// other patterns.
std::optional<double> one_way_seconds(MessageCell const& cell);
constexpr auto fields_of(MessageCell const*) {
  return kitt::fields(
      field("kernel", &MessageCell::pattern,
            "pattern of messages; ping-pong: one message forth and back; one-way, both-ways: a "
            "window of messages; put, get: one-sided messages to or from the other rank's memory")
          .column("Pattern", as::text(9)),
      field("variant", &MessageCell::placement, "place of the two ranks of a pair")
          .like("^(between-nodes|inside-node)$")
          .column("Place", as::text(13)),
      field("parameters/buffers", &MessageCell::buffers,
            "choice of buffers; window: each message of a window has its own buffer; one: all "
            "messages share a buffer; rotate: each call uses the next part of a region larger than "
            "twice the last-level cache")
          .like("^(window|one|rotate)$"),
      figure("parameters/bytes", &MessageCell::bytes, "bytes", "bytes per message")
          .at_least(1)
          .column("Bytes", as::text(8)),
      field("parameters/window", &MessageCell::window,
            "number of messages that a sender has in flight at once; 1 for a ping-pong")
          .at_least(1)
          .column("Window", as::text()),
      field("parameters/pairs", &MessageCell::pairs, "number of pairs that send at the same time")
          .at_least(1)
          .column("Pairs", as::text()),
      field("parameters/rma_window", &MessageCell::rma_window,
            "MPI call that makes the window of a put or get; absent for other patterns")
          .like("^(allocate|create|shared|dynamic)$")
          .or_absent(),
      field("parameters/sync", &MessageCell::sync,
            "MPI call that completes a window of puts or gets; absent for other patterns")
          .like("^(flush|fence|lock|pscw)$")
          .or_absent(),
      field("parameters/target", &MessageCell::target,
            "activity of the target rank of a put or get; waiting: it waits inside MPI; computing: "
            "it computes outside MPI; absent for other patterns")
          .like("^(waiting|computing)$")
          .or_absent(),
      derived("unusual_choices", unusual,
              {"values of buffers, rma_window, sync and target that differ from the defaults "
               "window, allocate, flush and waiting; empty if none differs"})
          .column("Choices", as::text(8)),
      field("messages", &MessageCell::messages,
            "number of messages of all pairs in a call; empty answers are not counted")
          .at_least(1),
      figure("page_bytes_obtained", &MessageCell::page_bytes, "bytes",
             "measured size of the pages that hold most of the buffers, minimum over ranks; null "
             "if unknown")
          .at_least(1)
          .column("Pages", as::bytes()),
      figure("one_way_seconds", one_way_seconds, "s",
             "time of one message of a ping-pong: half of the median round-trip time; null for "
             "other patterns")
          .column("One way", as::seconds()),
      field("single_one_way_seconds", &MessageCell::single_one_way_seconds,
            "half of the time of single round trips of a ping-pong, timed by the first rank of the "
            "slowest pair; absent for other patterns")
          .or_absent(),
      figure(
          "mb_per_s", [](MessageCell const& cell) { return mb_per_s(cell); }, "MB/s",
          "10^6 bytes of messages per second of all pairs together, from the median time; the sum "
          "of both directions")
          .above(0)
          .compared()
          .column("All pairs (MB/s)", as::fixed(2, 11)),
      figure("messages_per_s", messages_per_s, "1/s",
             "number of messages per second of all pairs together, from the median time")
          .above(0)
          .column("All pairs (messages/s)", as::fixed(0)),
      field("seconds", &MessageCell::seconds, "wall time of one call on the slowest rank"),
      field("verification_error", &MessageCell::verification_error,
            "number of bytes that arrived wrong")
          .at_least(0),
      inlined(&MessageCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(MessageCell const& cell);

} // namespace kitt::miniapp
