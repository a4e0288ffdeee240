// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/model/application_check.hpp"
#include "perf/model/model.hpp"
#include "perf/model/transfer_check.hpp"
#include "perf/record/message_cell.hpp"

#include <string>
#include <vector>

/// \file
/// Predictions as a table and as a document (perf/schema/kitt-model-1.schema.json).

namespace kitt::perf {

/// One job on so many nodes.
struct ModelCell {
  ModelJob job;
  int l = 0; ///< the volume is l^4 of a node or rank; 0: the job's volume is given
  int nodes = 1;
  comms::RankGrid ranks{};
  Extents local{};
  Extents global{};
  Prediction prediction;
};

/// Predicts a job of L^4, or with L = 0 of its own volume. Throws UserError as predict() does.
ModelCell model_cell(Machine const& machine, ModelJob const& job, int l, ModelGrid const& spread);

/// One that cannot be had: the volume cannot be split, or the machine's file lacks a figure.
struct UnmodelledCell {
  ModelJob job;
  int l = 0;
  int nodes = 1;
  std::string reason;
};

/// A cell's figure as measured, and as predicted.
struct ModelError {
  ModelCell cell;
  std::string table; ///< the record or published table
  double measured_mflops_per_node = 0;
  bool calibrated = false; ///< the machine's file was calibrated by this cell

  /// (predicted - measured) / measured
  double relative() const;
};
/// All cells that the model was asked for, and for what.
struct ModelResults {
  Machine machine;
  bool strong = false; ///< the job's volume stays as nodes are added, not a node's
  std::vector<ModelCell> cells;
  std::vector<UnmodelledCell> unmodelled;
  std::vector<ModelError> errors;
  std::vector<MessageCell> messages;          ///< predicted
  std::vector<TransferError> transfer_errors; ///< of messages and exchanges of faces
  std::vector<ApplicationCall> applications;  ///< predicted
  std::vector<ApplicationError> application_errors;
};

/// Mflop/s per node over that of the same job on the fewest nodes.
double model_efficiency(ModelResults const& results, ModelCell const& cell);

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
/// The document.
std::string model_json(ModelResults const& results);

} // namespace kitt::perf
