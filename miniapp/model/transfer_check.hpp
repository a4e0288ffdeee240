// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "perf/model/machine_file.hpp"
#include "perf/results/results.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The model's messages and exchanges of faces against those that were measured, or simulated.

namespace kitt::miniapp {

/// A call as measured, and as predicted.
struct TransferError {
  std::string table;       ///< the record or published table
  std::string measured_on; ///< the machine: "simulated cori-aries"
  std::string pattern;     ///< "one-way", "latency", "halo xyzt"
  std::string placement;   ///< "between-nodes", "inside-node"
  std::int64_t bytes = 0;  ///< of a message; 0: not stated
  std::int64_t window = 1; ///< messages of a rank in a call, one way
  std::int64_t pairs = 1;  ///< or ranks of a node that exchange faces
  double moved_bytes = 0;  ///< in a call, as the record's rates count; 0: not known
  double measured_seconds = 0;
  double predicted_seconds = 0;
  bool calibrated = false; ///< the machine's file was made of this time

  /// Of the rate: (predicted - measured) / measured.
  double relative() const { return measured_seconds / predicted_seconds - 1; }
};
constexpr auto fields_of(TransferError const*) {
  return kitt::fields(
      field("table", &TransferError::table, "record, or published:NAME"),
      field("measured_on", &TransferError::measured_on,
            "machine; \"simulated NAME\": a machine that SimGrid simulates"),
      field("pattern", &TransferError::pattern,
            "pattern, as in records; \"latency\" of a published table, \"halo xyzt\" of an "
            "exchange of faces"),
      field("placement", &TransferError::placement, "where the two ranks are")
          .like("^(between-nodes|inside-node)$"),
      figure("bytes", &TransferError::bytes, "bytes", "size of a message; 0: not stated"),
      field("window", &TransferError::window, "messages of a rank in a call").at_least(1),
      field("pairs", &TransferError::pairs,
            "pairs that talk at once, or ranks of a node that exchange faces")
          .at_least(1),
      figure("measured_seconds", &TransferError::measured_seconds, "s", "time as measured")
          .above(0),
      figure("predicted_seconds", &TransferError::predicted_seconds, "s", "time as predicted")
          .above(0),
      derived("relative_error", [](TransferError const& e) { return e.relative(); },
              {"error of the rate: measured_seconds / predicted_seconds - 1"}),
      field("calibrated", &TransferError::calibrated, "the machine's file was made of it"));
}

/// predicted_cells() of the machine's messages between nodes. As many pairs as the node has ranks,
/// or else cores: the machine's ranks are those of its faces. Throws UserError where its file says
/// nothing of such messages.
std::vector<MessageCell> predicted_messages(perf::Machine const& machine);

/// One for each message of `kitt p2p`, each exchange of faces that went one way alone, and the
/// latency of a published table, as far as the machine's file knows how such travel.
std::vector<TransferError> transfer_errors(perf::Machine const& machine,
                                           perf::Results const& measured);

} // namespace kitt::miniapp
