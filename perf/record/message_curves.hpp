// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/message_cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf {

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
      field("kernel", &MessageCurve::kernel), field("placement", &MessageCurve::placement),
      field("unusual", &MessageCurve::unusual).or_absent(), field("pairs", &MessageCurve::pairs),
      field("latency_seconds", &MessageCurve::latency_seconds),
      field("best_mb_per_s", &MessageCurve::best_mb_per_s),
      field("best_bytes", &MessageCurve::best_bytes),
      field("half_rate_bytes", &MessageCurve::half_rate_bytes),
      field("drop_bytes", &MessageCurve::drop_bytes));
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
  return kitt::fields(field("kernel", &MessageSaturation::kernel),
                      field("unusual", &MessageSaturation::unusual).or_absent(),
                      field("bytes", &MessageSaturation::bytes),
                      field("pairs", &MessageSaturation::pairs),
                      field("best_mb_per_s", &MessageSaturation::best_mb_per_s));
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
  return kitt::fields(field("placement", &GetOverPut::placement),
                      field("unusual", &GetOverPut::unusual).or_absent(),
                      field("pairs", &GetOverPut::pairs), field("bytes", &GetOverPut::bytes),
                      field("ratio", &GetOverPut::ratio));
}

/// What all cells of messages say together.
struct MessageSummary {
  std::vector<MessageCurve> curves;
  std::vector<MessageSaturation> saturation; ///< of sizes measured with several numbers of pairs
  std::vector<GetOverPut> get_over_put;      ///< of what was both put and got
};
constexpr auto fields_of(MessageSummary const*) {
  return kitt::fields(field("curves", &MessageSummary::curves),
                      field("saturation", &MessageSummary::saturation),
                      field("get_over_put", &MessageSummary::get_over_put).or_absent());
}

/// None without cells. They may come in any order, each once.
std::optional<MessageSummary> message_summary(std::vector<MessageCell> const& cells);

} // namespace kitt::perf
