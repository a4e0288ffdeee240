// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/model/application_terms.hpp"
#include "perf/results/results.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// \file
/// The applications' benchmarks as the model expects them, and beside what was measured.

namespace kitt::miniapp {

inline constexpr char const* application_pattern = "^(transpose|fft|pic)$"; ///< of benchmarks

/// A call of `kitt transpose`, `kitt fft` or `kitt pic` as predicted.
struct ApplicationCall {
  std::string benchmark;
  std::string work; ///< "65536 B, 2.4", "128.128.128 x 16, 2.4"
  std::int64_t nodes = 1;
  std::int64_t ranks = 1;
  std::vector<ApplicationTerm> terms;
  std::optional<double> figure = {}; ///< as a record would have it: of a task or of a node
  std::string unit = {};
  std::string reason = {}; ///< why there are no terms
};
constexpr auto fields_of(ApplicationCall const*) {
  return kitt::fields(
      field("benchmark", &ApplicationCall::benchmark, "command").like(application_pattern),
      field("work", &ApplicationCall::work,
            "bytes or volume, and grid of ranks; of a record also the variant"),
      field("nodes", &ApplicationCall::nodes, "number of nodes").at_least(1),
      field("ranks", &ApplicationCall::ranks, "number of ranks").at_least(1),
      field("terms", &ApplicationCall::terms, "phases; empty if there is a reason"),
      derived("seconds", [](ApplicationCall const& call) { return seconds_of(call.terms); },
              {"time of all phases; null: not known", "s"})
          .at_least(0),
      field("figure", &ApplicationCall::figure, "figure in `unit`, as a record would have it")
          .above(0),
      field("unit", &ApplicationCall::unit, "unit of the figure; empty: no figure"),
      field("reason", &ApplicationCall::reason, "why it cannot be predicted").or_absent());
}

/// For each number of nodes what the commands do by default, with as much for each node:
/// transpositions of 1 KiB, 32 KiB and 1 MiB on the grid that a run would take, 16 boxes of 128^3
/// numbers and 32.32.64 points with 100 particles each for a node, larger along one axis after
/// another on more.
std::vector<ApplicationCall> predicted_calls(perf::Machine const& machine,
                                             std::vector<int> const& nodes);

/// A phase as measured, and as predicted.
struct ApplicationError {
  std::string table;       ///< the record
  std::string measured_on; ///< the machine: "simulated cori-aries"
  std::string benchmark;
  std::string work;
  std::int64_t nodes = 1;
  std::int64_t ranks = 1;
  std::string phase; ///< "rows", "charge"; "all": the call
  double measured_seconds = 0;
  double predicted_seconds = 0;

  /// Of the rate: (predicted - measured) / measured.
  double relative() const { return measured_seconds / predicted_seconds - 1; }
};
constexpr auto fields_of(ApplicationError const*) {
  return kitt::fields(
      field("table", &ApplicationError::table, "the record"),
      field("measured_on", &ApplicationError::measured_on,
            "machine; \"simulated NAME\": a machine that SimGrid simulates"),
      field("benchmark", &ApplicationError::benchmark, "command").like(application_pattern),
      field("work", &ApplicationError::work, "bytes or volume, grid of ranks and variant"),
      field("nodes", &ApplicationError::nodes, "number of nodes").at_least(1),
      field("ranks", &ApplicationError::ranks, "number of ranks").at_least(1),
      field("phase", &ApplicationError::phase, "phase, as in records; \"all\": the call"),
      figure("measured_seconds", &ApplicationError::measured_seconds, "s", "time as measured")
          .above(0),
      figure("predicted_seconds", &ApplicationError::predicted_seconds, "s", "time as predicted")
          .above(0),
      derived("relative_error", [](ApplicationError const& e) { return e.relative(); },
              {"error of the rate: measured_seconds / predicted_seconds - 1"}));
}

/// One for each phase of each call of a record, as far as the machine's file knows how its messages
/// travel, and for all phases together. Phases that took no time, as computing on a simulated
/// machine does, are left out, and the sum with them.
std::vector<ApplicationError> application_errors(perf::Machine const& machine,
                                                 perf::Results const& measured);

} // namespace kitt::miniapp
