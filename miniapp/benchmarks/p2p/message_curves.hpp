// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Figures of a network from its rates over message sizes, for one pattern and one number of pairs.
struct MessageCurve {
  std::string kernel;    ///< name of the pattern
  std::string placement; ///< where the two ranks of a pair run
  std::string unusual;   ///< settings of its cells that differ from the default; see unusual()
  std::int64_t pairs = 1;
  std::optional<double> latency_seconds; ///< one-way latency of the smallest ping-pong
  double best_mb_per_s = 0;              ///< highest rate of any size, all pairs together
  std::int64_t best_bytes = 0;           ///< message size that has the highest rate
  /// smallest size that reaches half of the highest rate (n_1/2 of Hockney)
  std::int64_t half_rate_bytes = 0;
  /// Sizes whose rate is below 0.9 of the rate of the next smaller size. At such sizes MPI changes
  /// its protocol, or a cache is full.
  std::vector<std::int64_t> drop_bytes;
};
constexpr auto fields_of(MessageCurve const*) {
  return kitt::fields(
      field("kernel", &MessageCurve::kernel, "name of the pattern"),
      field("placement", &MessageCurve::placement, "where the two ranks of a pair run"),
      field("unusual", &MessageCurve::unusual,
            "settings of its cells that differ from the default (create, pscw ...); absent if "
            "none differs")
          .or_absent(),
      field("pairs", &MessageCurve::pairs,
            "number of pairs that exchange messages at the same time")
          .at_least(1),
      figure("latency_seconds", &MessageCurve::latency_seconds, "s",
             "latency one way, of the smallest message of a ping-pong; null for other patterns"),
      figure("best_mb_per_s", &MessageCurve::best_mb_per_s, "MB/s",
             "highest rate of any size, all pairs together"),
      figure("best_bytes", &MessageCurve::best_bytes, "bytes",
             "message size that has the highest rate"),
      figure("half_rate_bytes", &MessageCurve::half_rate_bytes, "bytes",
             "smallest size that reaches half of the highest rate"),
      figure("drop_bytes", &MessageCurve::drop_bytes, "bytes",
             "sizes whose rate is below 0.9 of the rate of the next smaller size")
          .at_least(1));
}

/// Number of pairs that saturate a network with messages of one size.
struct MessageSaturation {
  std::string kernel;
  std::string unusual; ///< settings that differ from the default, as in MessageCurve
  std::int64_t bytes = 0;
  std::int64_t pairs = 1; ///< fewest pairs that reach 0.9 of the best rate of any number of pairs
  double best_mb_per_s = 0;
};
constexpr auto fields_of(MessageSaturation const*) {
  return kitt::fields(
      field("kernel", &MessageSaturation::kernel, "name of the pattern"),
      field("unusual", &MessageSaturation::unusual,
            "settings of its cells that differ from the default; absent "
            "if none differs")
          .or_absent(),
      figure("bytes", &MessageSaturation::bytes, "bytes", "size of a message in bytes").at_least(1),
      field("pairs", &MessageSaturation::pairs,
            "fewest pairs that reach 0.9 of the best rate of any number of pairs")
          .at_least(1),
      figure("best_mb_per_s", &MessageSaturation::best_mb_per_s, "MB/s",
             "highest rate of any number of pairs"));
}

/// Rate of reading from another rank's memory, divided by the rate of writing to it.
struct GetOverPut {
  std::string placement;
  std::string unusual; ///< settings that differ from the default, as in MessageCurve
  std::int64_t pairs = 1;
  /// size of a message: the largest size up to 1 MiB that was both put and got, or the smallest
  /// such size if all are larger
  std::int64_t bytes = 0;
  double ratio = 0; ///< MB/s of get divided by MB/s of put
};
constexpr auto fields_of(GetOverPut const*) {
  return kitt::fields(
      field("placement", &GetOverPut::placement, "where the two ranks of a pair run"),
      field("unusual", &GetOverPut::unusual,
            "settings of its cells that differ from the default; absent "
            "if none differs")
          .or_absent(),
      field("pairs", &GetOverPut::pairs, "number of pairs that exchange messages at the same time")
          .at_least(1),
      figure("bytes", &GetOverPut::bytes, "bytes",
             "size of a message: the largest up to 1 MiB that was both put and got; the smallest "
             "if all are larger")
          .at_least(1),
      field("ratio", &GetOverPut::ratio, "MB/s of get divided by MB/s of put").above(0));
}

/// Figures of a network from all cells of messages together.
struct MessageSummary {
  std::vector<MessageCurve> curves;
  /// one entry for each size measured with several numbers of pairs
  std::vector<MessageSaturation> saturation;
  /// one entry for each kind of message measured with both put and get
  std::vector<GetOverPut> get_over_put;
};
constexpr auto fields_of(MessageSummary const*) {
  return kitt::fields(
      field("curves", &MessageSummary::curves, "one for each pattern and number of pairs"),
      field("saturation", &MessageSummary::saturation,
            "one for each size that was measured with several numbers of pairs"),
      field("get_over_put", &MessageSummary::get_over_put,
            "one for each kind of message with both put and get; absent if there are none")
          .or_absent());
}

/// Returns the summary of cells in any order, each once. Returns nothing if there are no cells.
std::optional<MessageSummary> message_summary(std::vector<MessageCell> const& cells);

/// Returns the figures of the network as lines of text. The figures are the latency, the best rate,
/// the size that reaches half of the best rate, sizes where the rate drops, and the number of pairs
/// that saturate the network.
std::string message_summary_text(MessageSummary const& summary);

} // namespace kitt::miniapp
