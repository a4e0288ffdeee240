// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/p2p/message_cell.hpp"
#include "miniapp/model/application_check.hpp"
#include "miniapp/model/transfer_check.hpp"
#include "perf/json/document_version.hpp"
#include "perf/model/model.hpp"

#include <string>
#include <vector>

/// \file
/// Prints predictions as tables and as a document.

namespace kitt::miniapp {

/// A job of one size on a number of nodes.
struct ModelWork {
  perf::ModelJob job;
  int l = 0; ///< L of a volume of L^4 per node or rank; 0 if the volume of the job is given
  int nodes = 1;
};
constexpr auto fields_of(ModelWork const*) {
  return kitt::fields(
      derived("kernel", [](ModelWork const& work) { return work.job.kernel; },
              {"kernel of the hopping term"})
          .one_of(perf::hopping_kernels)
          .column("Kernel"),
      field("l", &ModelWork::l,
            "L of a volume of L^4 on each node or rank; null if the volume of the job was given")
          .or_null()
          .at_least(1)
          .column("L"),
      derived("ls", [](ModelWork const& work) { return work.job.slices(); },
              {"extent of the fifth dimension; 1 for Wilson"})
          .at_least(1),
      derived("precision", [](ModelWork const& work) { return work.job.precision; },
              {"precision of all fields"}),
      field("nodes", &ModelWork::nodes, "number of nodes").at_least(1).column("Nodes"));
}

/// Prediction for one job on a number of nodes.
struct ModelCell {
  ModelWork work;
  comms::RankGrid ranks{};
  Extents local{};
  Extents global{};
  perf::Prediction prediction = {};
  /// Mflop/s per node divided by the figure of the same job on the fewest nodes
  double efficiency = 1;
};
constexpr auto fields_of(ModelCell const*) {
  return kitt::fields(
      inlined(&ModelCell::work),
      field("rank_grid", &ModelCell::ranks, "ranks along x, y, z, t").at_least(1),
      field("local_volume", &ModelCell::local, "extents of the lattice of a rank").at_least(1),
      field("global_volume", &ModelCell::global, "extents of the lattice of the job")
          .at_least(1)
          .column("Volume of the job"),
      derived("flops_per_site",
              [](ModelCell const& cell) { return static_cast<int>(cell.work.job.flops_per_site); },
              {"flops counted per site: 1344 or 1320"})
          .at_least(static_cast<int>(perf::FlopCount::usual))
          .at_most(static_cast<int>(perf::FlopCount::grid)),
      field("efficiency", &ModelCell::efficiency,
            "mflops_per_node divided by its value on the fewest nodes in this document")
          .above(0)
          .column("Efficiency (%)", as::percent()),
      inlined(&ModelCell::prediction));
}

/// Predicts a job with L^4 per node or rank, or with L = 0 a job with its own volume. Throws
/// UserError for the same reasons as predict().
ModelCell model_cell(perf::Machine const& machine, perf::ModelJob const& job, int l,
                     perf::ModelGrid const& spread);
/// Sets the efficiency of all cells. Cells of one job on different numbers of nodes are compared.
void set_efficiencies(std::vector<ModelCell>& cells);

/// A job that cannot be predicted: its volume cannot be split, or the machine file lacks a figure.
struct UnmodelledCell {
  ModelWork work;
  std::string reason;
};
constexpr auto fields_of(UnmodelledCell const*) {
  return kitt::fields(
      inlined(&UnmodelledCell::work),
      field("reason", &UnmodelledCell::reason, "why the job cannot be predicted, and what to do"));
}

/// Measured and predicted figure of one cell.
struct ModelError {
  ModelWork work;
  std::string table; ///< name of the record or published table
  double measured_mflops_per_node = 0;
  double predicted_mflops_per_node = 0;
  bool calibrated = false; ///< whether this cell calibrated the machine file
  std::string bound = {};  ///< ceiling or exchange that limits the prediction

  /// Returns the relative error: (predicted - measured) / measured.
  double relative() const { return predicted_mflops_per_node / measured_mflops_per_node - 1; }
};
constexpr auto fields_of(ModelError const*) {
  return kitt::fields(
      inlined(&ModelError::work),
      field("table", &ModelError::table, "record, or published:NAME").column("Table"),
      figure("measured_mflops_per_node", &ModelError::measured_mflops_per_node, "Mflop/s/node",
             "figure of the best variant")
          .above(0)
          .column("Measured (Mflop/s per node)", as::fixed(0)),
      figure("predicted_mflops_per_node", &ModelError::predicted_mflops_per_node, "Mflop/s/node",
             "figure of the faster strategy")
          .above(0)
          .column("Predicted (Mflop/s per node)", as::fixed(0)),
      derived("relative_error", [](ModelError const& error) { return error.relative(); },
              {"(predicted - measured) / measured"})
          .column("Error (%)", as::percent()),
      field("calibrated", &ModelError::calibrated, "whether this cell calibrated the machine file")
          .column("Calibrated by it"),
      field("bound", &ModelError::bound, "ceiling or exchange that limits the prediction"));
}

/// A predicted call of `kitt p2p`, in the form of the document.
struct PredictedMessages : MessageCell {};
constexpr auto fields_of(PredictedMessages const*) {
  return kitt::fields(
      field("pattern", &PredictedMessages::pattern, "pattern, as in records")
          .like("^(ping-pong|one-way)$"),
      figure("bytes", &PredictedMessages::bytes, "bytes", "size of a message").at_least(1),
      field("window", &PredictedMessages::window, "messages that are sent at the same time")
          .at_least(1),
      field("pairs", &PredictedMessages::pairs, "pairs that communicate at the same time")
          .at_least(1),
      derived("seconds", [](PredictedMessages const& cell) { return cell.seconds.median; },
              {"time of a call", "s"})
          .above(0),
      derived("mb_per_s", [](PredictedMessages const& cell) { return mb_per_s(cell); },
              {"rate of all pairs", "MB/s"})
          .above(0));
}

std::vector<PredictedMessages> described(std::vector<MessageCell> const& messages);

/// All predictions of one run of `kitt model`. `kitt schema model` prints the schema of the
/// document.
struct ModelResults {
  perf::Machine machine;
  /// Whether the volume of the job, and not the volume of a node, stays constant as nodes are
  /// added.
  bool strong = false;
  std::vector<ModelCell> cells;
  std::vector<UnmodelledCell> unmodelled;
  std::vector<ModelError> errors;
  std::vector<MessageCell> messages;          ///< predicted
  std::vector<TransferError> transfer_errors; ///< errors of predicted messages and halo exchanges
  std::vector<ApplicationCall> applications;  ///< predicted
  std::vector<ApplicationError> application_errors;
};
constexpr auto fields_of(ModelResults const*) {
  return kitt::fields(
      perf::version_field<ModelResults>("model_schema_version"),
      derived("scaling",
              [](ModelResults const& results) {
                return std::string(results.strong ? "strong" : "weak");
              },
              {"what stays constant as nodes are added: the volume of a node (weak) or of the job "
               "(strong)"})
          .like("^(weak|strong)$"),
      field("machine", &ModelResults::machine, "machine file, as used"),
      field("cells", &ModelResults::cells,
            "predictions for one kernel, volume and number of nodes each"),
      field("unmodelled", &ModelResults::unmodelled, "jobs that cannot be predicted"),
      field("errors", &ModelResults::errors,
            "--against: measured and predicted cells of the hopping term"),
      derived("messages", [](ModelResults const& results) { return described(results.messages); },
              {"--messages: calls of `kitt p2p`"}),
      field("transfer_errors", &ModelResults::transfer_errors,
            "--against: measured and predicted messages and halo exchanges"),
      field("applications", &ModelResults::applications,
            "--applications: calls of `kitt transpose`, `kitt fft` and `kitt pic`"),
      field("application_errors", &ModelResults::application_errors,
            "--against: measured and predicted phases of applications"));
}

/// Returns the table "Predicted for ...". Requires at least one cell.
std::string model_text(ModelResults const& results);
/// Returns the tables "Predicted and measured" with all cells, and lines about the errors of the
/// cells that did not calibrate the machine file.
std::string model_error_text(ModelResults const& results);
/// Returns whole lines about the errors of the cells that did not calibrate the machine file.
std::string error_summary(std::vector<ModelError> const& errors);
/// Returns the table "Messages predicted for ...": rates by size and pairs, and their summary.
/// Requires at least one message.
std::string predicted_messages_text(ModelResults const& results);
/// Returns the tables "Messages predicted and ...", call by call. For simulated machines the title
/// says so.
std::string transfer_error_text(ModelResults const& results);
/// Returns the table "Applications predicted for ...", phase by phase. Requires at least one call.
std::string predicted_calls_text(ModelResults const& results);
/// Returns the tables "Applications predicted and in the record", phase by phase.
std::string application_error_text(ModelResults const& results);

} // namespace kitt::miniapp
