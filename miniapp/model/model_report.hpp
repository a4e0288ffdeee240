// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/model/application_check.hpp"
#include "miniapp/model/transfer_check.hpp"
#include "perf/model/model.hpp"

#include <string>
#include <vector>

/// \file
/// Predictions as a table and as a document.

namespace kitt::miniapp {

/// A job of one size on so many nodes.
struct ModelWork {
  perf::ModelJob job;
  int l = 0; ///< the volume is l^4 of a node or rank; 0: the job's volume is given
  int nodes = 1;
};
constexpr auto fields_of(ModelWork const*) {
  return kitt::fields(
      derived("kernel", [](ModelWork const& work) { return work.job.kernel; },
              {"kernel of the hopping term"})
          .one_of(perf::hopping_kernels),
      field("l", &ModelWork::l,
            "L, of a volume of L^4 on each node or rank; null: the volume of the job was given")
          .or_null()
          .at_least(1),
      derived("ls", [](ModelWork const& work) { return work.job.slices(); },
              {"extent of the fifth dimension; 1 for Wilson"})
          .at_least(1),
      derived("precision", [](ModelWork const& work) { return work.job.precision; },
              {"precision of all fields"}),
      field("nodes", &ModelWork::nodes, "number of nodes").at_least(1));
}

/// One job on so many nodes.
struct ModelCell {
  ModelWork work;
  comms::RankGrid ranks{};
  Extents local{};
  Extents global{};
  perf::Prediction prediction = {};
  double efficiency = 1; ///< Mflop/s per node over that of the same job on the fewest nodes
};
constexpr auto fields_of(ModelCell const*) {
  return kitt::fields(
      inlined(&ModelCell::work),
      field("rank_grid", &ModelCell::ranks, "ranks along x, y, z, t").at_least(1),
      field("local_volume", &ModelCell::local, "extents of a rank's lattice").at_least(1),
      field("global_volume", &ModelCell::global, "extents of the job's lattice").at_least(1),
      derived("flops_per_site",
              [](ModelCell const& cell) { return static_cast<int>(cell.work.job.flops_per_site); },
              {"how flops are counted: 1344 or 1320 for each site"})
          .at_least(static_cast<int>(perf::FlopCount::usual))
          .at_most(static_cast<int>(perf::FlopCount::grid)),
      field("efficiency", &ModelCell::efficiency,
            "mflops_per_node divided by that on the fewest nodes of this document")
          .above(0),
      inlined(&ModelCell::prediction));
}

/// Predicts a job of L^4, or with L = 0 of its own volume. Throws UserError as predict() does.
ModelCell model_cell(perf::Machine const& machine, perf::ModelJob const& job, int l,
                     perf::ModelGrid const& spread);
/// Sets the efficiency of each of these cells, of which some are of the same job.
void set_efficiencies(std::vector<ModelCell>& cells);

/// One that cannot be had: the volume cannot be split, or the machine's file lacks a figure.
struct UnmodelledCell {
  ModelWork work;
  std::string reason;
};
constexpr auto fields_of(UnmodelledCell const*) {
  return kitt::fields(
      inlined(&UnmodelledCell::work),
      field("reason", &UnmodelledCell::reason, "why it cannot be predicted, and what to do"));
}

/// A cell's figure as measured, and as predicted.
struct ModelError {
  ModelWork work;
  std::string table; ///< the record or published table
  double measured_mflops_per_node = 0;
  double predicted_mflops_per_node = 0;
  bool calibrated = false; ///< the machine's file was calibrated by this cell
  std::string bound = {};  ///< what binds in the prediction

  /// (predicted - measured) / measured
  double relative() const { return predicted_mflops_per_node / measured_mflops_per_node - 1; }
};
constexpr auto fields_of(ModelError const*) {
  return kitt::fields(
      inlined(&ModelError::work), field("table", &ModelError::table, "record, or published:NAME"),
      figure("measured_mflops_per_node", &ModelError::measured_mflops_per_node, "Mflop/s/node",
             "figure of the best variant")
          .above(0),
      figure("predicted_mflops_per_node", &ModelError::predicted_mflops_per_node, "Mflop/s/node",
             "figure of the faster strategy")
          .above(0),
      derived("relative_error", [](ModelError const& error) { return error.relative(); },
              {"(predicted - measured) / measured"}),
      field("calibrated", &ModelError::calibrated,
            "the machine's file was calibrated by this cell"),
      field("bound", &ModelError::bound, "what binds in the prediction"));
}

/// A call of `kitt p2p` as predicted, as the document has it.
struct PredictedMessages : MessageCell {};
constexpr auto fields_of(PredictedMessages const*) {
  return kitt::fields(
      field("pattern", &PredictedMessages::pattern, "pattern, as in records")
          .like("^(ping-pong|one-way)$"),
      figure("bytes", &PredictedMessages::bytes, "bytes", "size of a message").at_least(1),
      field("window", &PredictedMessages::window, "messages at once").at_least(1),
      field("pairs", &PredictedMessages::pairs, "pairs that talk at once").at_least(1),
      derived("seconds", [](PredictedMessages const& cell) { return cell.seconds.median; },
              {"time of a call", "s"})
          .above(0),
      derived("mb_per_s", [](PredictedMessages const& cell) { return mb_per_s(cell); },
              {"rate of all pairs", "MB/s"})
          .above(0));
}

std::vector<PredictedMessages> described(std::vector<MessageCell> const& messages);

inline constexpr int model_schema_version = 1; ///< Version of the document.

/// All cells that the model was asked for, and for what. `kitt schema model` prints the schema of
/// the document.
struct ModelResults {
  int schema_version = model_schema_version;
  perf::Machine machine;
  bool strong = false; ///< the job's volume stays as nodes are added, not a node's
  std::vector<ModelCell> cells;
  std::vector<UnmodelledCell> unmodelled;
  std::vector<ModelError> errors;
  std::vector<MessageCell> messages;          ///< predicted
  std::vector<TransferError> transfer_errors; ///< of messages and exchanges of faces
  std::vector<ApplicationCall> applications;  ///< predicted
  std::vector<ApplicationError> application_errors;
};
constexpr auto fields_of(ModelResults const*) {
  return kitt::fields(
      field("model_schema_version", &ModelResults::schema_version, "version of the document")
          .always(model_schema_version),
      derived("scaling",
              [](ModelResults const& results) {
                return std::string(results.strong ? "strong" : "weak");
              },
              {"what stays as nodes are added: the volume of a node (weak) or of the job (strong)"})
          .like("^(weak|strong)$"),
      field("machine", &ModelResults::machine, "file of the machine, as used"),
      field("cells", &ModelResults::cells, "predictions: one kernel and volume on so many nodes"),
      field("unmodelled", &ModelResults::unmodelled, "what cannot be predicted"),
      field("errors", &ModelResults::errors,
            "--against: cells of the hopping term as measured and as predicted"),
      derived("messages", [](ModelResults const& results) { return described(results.messages); },
              {"--messages: calls of `kitt p2p`"})
          .since_later(),
      field("transfer_errors", &ModelResults::transfer_errors,
            "--against: messages and exchanges of faces as measured and as predicted")
          .since_later(),
      field("applications", &ModelResults::applications,
            "--applications: calls of `kitt transpose`, `kitt fft` and `kitt pic`")
          .since_later(),
      field("application_errors", &ModelResults::application_errors,
            "--against: phases of applications as measured and as predicted")
          .since_later());
}

/// "Predicted for ..." and its table; there must be a cell.
std::string model_text(ModelResults const& results);
/// "Predicted and measured", cell by cell, then how large the errors are without the cells that
/// the machine's file was calibrated by.
std::string model_error_text(ModelResults const& results);
/// Says in whole lines how large errors are, without the cells that calibrated the machine's file.
std::string error_summary(std::vector<ModelError> const& errors);
/// "Messages predicted for ...": rates by size and pairs, and what they say together; there must be
/// a message.
std::string predicted_messages_text(ModelResults const& results);
/// "Messages predicted and ...", call by call; simulated machines are named so.
std::string transfer_error_text(ModelResults const& results);
/// "Applications predicted for ...", phase by phase; there must be a call.
std::string predicted_calls_text(ModelResults const& results);
/// "Applications predicted and in the record", phase by phase.
std::string application_error_text(ModelResults const& results);

} // namespace kitt::miniapp
