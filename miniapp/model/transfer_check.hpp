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
/// Compares predicted messages and halo exchanges with measured or simulated ones.

namespace kitt::miniapp {

/// Measured and predicted time of one call.
struct TransferError {
  std::string table;       ///< name of the record or published table
  std::string measured_on; ///< name of the machine: "simulated cori-aries"
  std::string pattern;     ///< pattern of the messages: "one-way", "latency", "halo xyzt"
  std::string placement;   ///< "between-nodes", "inside-node"
  std::int64_t bytes = 0;  ///< size of a message; 0 if not stated
  std::int64_t window = 1; ///< messages of a rank in a call, one way
  std::int64_t pairs = 1;  ///< number of pairs; for a halo, ranks of a node that exchange faces
  /// Bytes moved in a call, as the rates of the record count them; 0 if unknown.
  double moved_bytes = 0;
  double measured_seconds = 0;
  double predicted_seconds = 0;
  bool calibrated = false; ///< whether the machine file was made from this time

  /// Returns the relative error of the rate: (predicted - measured) / measured.
  double relative() const { return measured_seconds / predicted_seconds - 1; }
};
constexpr auto fields_of(TransferError const*) {
  return kitt::fields(
      field("table", &TransferError::table, "record, or published:NAME"),
      field("measured_on", &TransferError::measured_on,
            "name of the machine; \"simulated NAME\" for a machine that SimGrid simulates"),
      field("pattern", &TransferError::pattern,
            "pattern, as in records; \"latency\" for a published table, \"halo xyzt\" for a halo "
            "exchange"),
      field("placement", &TransferError::placement, "placement of the two ranks")
          .like("^(between-nodes|inside-node)$"),
      figure("bytes", &TransferError::bytes, "bytes", "size of a message; 0 if not stated"),
      field("window", &TransferError::window, "messages of a rank in a call").at_least(1),
      field("pairs", &TransferError::pairs,
            "pairs that communicate at the same time, or ranks of a node that exchange faces")
          .at_least(1),
      figure("measured_seconds", &TransferError::measured_seconds, "s", "measured time").above(0),
      figure("predicted_seconds", &TransferError::predicted_seconds, "s", "predicted time")
          .above(0),
      derived("relative_error", [](TransferError const& e) { return e.relative(); },
              {"error of the rate: measured_seconds / predicted_seconds - 1"}),
      field("calibrated", &TransferError::calibrated,
            "whether the machine file was made from this time"));
}

/// Returns the predicted_cells() of messages between nodes. The number of pairs is the number of
/// ranks of a node; if the machine has one rank per node, it is the number of cores. Throws
/// UserError if the machine file has no figures for messages between nodes.
std::vector<MessageCell> predicted_messages(perf::Machine const& machine);

/// Returns one error for each message of `kitt p2p`, for each halo exchange whose faces all went
/// inside nodes or all between nodes, and for the latency of a published table. Leaves out
/// transfers for which the machine file has no figures.
std::vector<TransferError> transfer_errors(perf::Machine const& machine,
                                           perf::Results const& measured);

} // namespace kitt::miniapp
