// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// What rates over sizes of messages say of a network, for one pattern and one number of pairs.
struct MessageCurve {
  std::string kernel;    ///< the pattern
  std::string placement; ///< of the two ranks of a pair
  std::string unusual;   ///< in what its cells differ from the usual: see unusual()
  std::int64_t pairs = 1;
  std::optional<double> latency_seconds; ///< one way, of the smallest message of a ping-pong
  double best_mb_per_s = 0;              ///< of any size
  std::int64_t best_bytes = 0;           ///< the size that has it
  std::int64_t half_rate_bytes = 0; ///< the smallest size that reaches half of it (n_1/2, Hockney)
  /// Sizes whose rate is under 0.9 of that of the size before: there MPI changes its protocol, or
  /// a cache ends.
  std::vector<std::int64_t> drop_bytes;
};
constexpr auto fields_of(MessageCurve const*) {
  return kitt::fields(
      field("kernel", &MessageCurve::kernel, "the pattern"),
      field("placement", &MessageCurve::placement, "where the two ranks of a pair run"),
      field("unusual", &MessageCurve::unusual,
            "what its cells do in another way than usual (create, pscw ...); absent if nothing")
          .or_absent(),
      field("pairs", &MessageCurve::pairs, "that talk at once").at_least(1),
      figure("latency_seconds", &MessageCurve::latency_seconds, "s",
             "one way, of the smallest message of a ping-pong; null for other patterns"),
      figure("best_mb_per_s", &MessageCurve::best_mb_per_s, "MB/s", "of any size, all pairs"),
      figure("best_bytes", &MessageCurve::best_bytes, "bytes", "the size that has it"),
      figure("half_rate_bytes", &MessageCurve::half_rate_bytes, "bytes",
             "the smallest size that reaches half of it"),
      figure("drop_bytes", &MessageCurve::drop_bytes, "bytes",
             "sizes whose rate is under 0.9 of that of the size before")
          .at_least(1));
}

/// How many pairs it takes to saturate a network with messages of one size.
struct MessageSaturation {
  std::string kernel;
  std::string unusual; ///< as of a curve
  std::int64_t bytes = 0;
  std::int64_t pairs = 1; ///< the fewest that reach 0.9 of the best rate of any number
  double best_mb_per_s = 0;
};
constexpr auto fields_of(MessageSaturation const*) {
  return kitt::fields(
      field("kernel", &MessageSaturation::kernel, "the pattern"),
      field("unusual", &MessageSaturation::unusual, "as of a curve").or_absent(),
      figure("bytes", &MessageSaturation::bytes, "bytes", "of a message").at_least(1),
      field("pairs", &MessageSaturation::pairs,
            "the fewest that reach 0.9 of the best rate of any number")
          .at_least(1),
      figure("best_mb_per_s", &MessageSaturation::best_mb_per_s, "MB/s", "of any number of pairs"));
}

/// What reading in the other rank's memory yields of what writing there does.
struct GetOverPut {
  std::string placement;
  std::string unusual; ///< as of a curve
  std::int64_t pairs = 1;
  std::int64_t bytes = 0; ///< 1 MiB, or else the largest size below that both have, or the smallest
  double ratio = 0;       ///< of their MB/s
};
constexpr auto fields_of(GetOverPut const*) {
  return kitt::fields(
      field("placement", &GetOverPut::placement, "where the two ranks of a pair run"),
      field("unusual", &GetOverPut::unusual, "as of a curve").or_absent(),
      field("pairs", &GetOverPut::pairs, "that talk at once").at_least(1),
      figure(
          "bytes", &GetOverPut::bytes, "bytes",
          "1 MiB, or else the largest size below that was both put and got, or else the smallest")
          .at_least(1),
      field("ratio", &GetOverPut::ratio, "MB/s of get by MB/s of put").above(0));
}

/// What all cells of messages say together.
struct MessageSummary {
  std::vector<MessageCurve> curves;
  std::vector<MessageSaturation> saturation; ///< of sizes measured with several numbers of pairs
  std::vector<GetOverPut> get_over_put;      ///< of what was both put and got
};
constexpr auto fields_of(MessageSummary const*) {
  return kitt::fields(field("curves", &MessageSummary::curves, "by pattern and number of pairs"),
                      field("saturation", &MessageSummary::saturation,
                            "of sizes measured with several numbers of pairs"),
                      field("get_over_put", &MessageSummary::get_over_put,
                            "of what was both put and got; absent if nothing was")
                          .or_absent());
}

/// None without cells. They may come in any order, each once.
std::optional<MessageSummary> message_summary(std::vector<MessageCell> const& cells);

} // namespace kitt::miniapp
