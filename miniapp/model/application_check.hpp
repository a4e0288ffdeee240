// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/model/application_terms.hpp"
#include "perf/results/results.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// Predicts the benchmarks of applications, and compares the predictions with measurements.

namespace kitt::miniapp {

/// Regular expression for the benchmarks.
inline constexpr char const* application_pattern = "^(transpose|fft|pic)$";

/// Predicted call of `kitt transpose`, `kitt fft` or `kitt pic`.
struct ApplicationCall {
  std::string benchmark;
  std::string work; ///< work of the call: "65536 B, 2.4", "128.128.128 x 16, 2.4"
  std::int64_t nodes = 1;
  std::int64_t ranks = 1;
  std::vector<ApplicationTerm> terms;
  /// Predicted figure per task or per node, as a record would have it.
  std::optional<double> figure = {};
  std::string unit = {};
  std::string reason = {}; ///< reason why the call cannot be predicted
};
constexpr auto fields_of(ApplicationCall const*) {
  return kitt::fields(
      field("benchmark", &ApplicationCall::benchmark, "command").like(application_pattern),
      field("work", &ApplicationCall::work,
            "bytes or volume, and grid of ranks; for a record also the variant"),
      field("nodes", &ApplicationCall::nodes, "number of nodes").at_least(1),
      field("ranks", &ApplicationCall::ranks, "number of ranks").at_least(1),
      field("terms", &ApplicationCall::terms, "phases; empty if there is a reason"),
      derived("seconds", [](ApplicationCall const& call) { return seconds_of(call.terms); },
              {"time of all phases; null if unknown", "s"})
          .at_least(0),
      field("figure", &ApplicationCall::figure, "figure in `unit`, as a record would have it")
          .above(0),
      field("unit", &ApplicationCall::unit, "unit of the figure; empty if there is no figure"),
      field("reason", &ApplicationCall::reason, "why the call cannot be predicted").or_absent());
}

/// Predicts the calls that the commands make by default, for each number of nodes, with equal work
/// per node. The calls are transpositions of 1 KiB, 32 KiB and 1 MiB on the grid that a run would
/// choose, 16 boxes of 128^3 numbers per node, and 32.32.64 points with 100 particles each per
/// node. On more nodes, boxes and grid points grow along one axis after another.
std::vector<ApplicationCall> predicted_calls(perf::Machine const& machine,
                                             std::vector<int> const& nodes);

/// Measured and predicted time of a phase.
struct ApplicationError {
  std::string table;       ///< name of the record
  std::string measured_on; ///< name of the machine: "simulated cori-aries"
  std::string benchmark;
  std::string work;
  std::int64_t nodes = 1;
  std::int64_t ranks = 1;
  std::string phase; ///< name of the phase: "rows", "charge"; "all" for the whole call
  double measured_seconds = 0;
  double predicted_seconds = 0;

  /// Returns the relative error of the rate: (predicted - measured) / measured.
  double relative() const { return measured_seconds / predicted_seconds - 1; }
};
constexpr auto fields_of(ApplicationError const*) {
  return kitt::fields(
      field("table", &ApplicationError::table, "the record"),
      field("measured_on", &ApplicationError::measured_on,
            "name of the machine; \"simulated NAME\" for a machine that SimGrid simulates"),
      field("benchmark", &ApplicationError::benchmark, "command").like(application_pattern),
      field("work", &ApplicationError::work, "bytes or volume, grid of ranks and variant"),
      field("nodes", &ApplicationError::nodes, "number of nodes").at_least(1),
      field("ranks", &ApplicationError::ranks, "number of ranks").at_least(1),
      field("phase", &ApplicationError::phase, "phase, as in records; \"all\" for the whole call"),
      figure("measured_seconds", &ApplicationError::measured_seconds, "s", "measured time")
          .above(0),
      figure("predicted_seconds", &ApplicationError::predicted_seconds, "s", "predicted time")
          .above(0),
      derived("relative_error", [](ApplicationError const& e) { return e.relative(); },
              {"error of the rate: measured_seconds / predicted_seconds - 1"}));
}

/// Returns one error for each phase of each call of a record, and one for all phases of a call
/// together. Leaves out phases if the machine file has no figures for their messages. Also leaves
/// out phases without time, such as computing on a simulated machine; the call as a whole then has
/// no error.
std::vector<ApplicationError> application_errors(perf::Machine const& machine,
                                                 perf::Results const& measured);

} // namespace kitt::miniapp
