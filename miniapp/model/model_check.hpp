// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/model/model_report.hpp"
#include "perf/results/results.hpp"

#include <optional>
#include <string>

/// \file
/// Compares the model with measurements.

namespace kitt::miniapp {

/// Values to assume if a table does not state them.
struct UnstatedValues {
  int nodes = 16;
  int ls = 16;
};

/// Returns the machine with as many threads and ranks per node as the results have. Throws
/// UserError if the results used more cores than the machine has.
perf::Machine machine_as_used(perf::Machine const& machine, perf::Results const& measured);

/// Returns whether model_errors() finds a kernel to compare with.
bool has_hopping_figures(perf::Results const& measured);

/// Returns one error for each size of each hopping kernel, for the best variant with exact links.
/// Predicts on the grid that KITT would choose, with as many threads as the table has cores. Leaves
/// out cells whose volume is the volume of the job. Throws UserError if no cell is left, if the
/// table used more cores than the machine has, or for the same reasons as predict().
std::vector<ModelError> model_errors(perf::Machine const& machine, perf::Results const& measured,
                                     UnstatedValues const& unstated = {});

/// Returns whole lines about effects that a prediction for several nodes leaves out. The lines also
/// state the error of the model on published tables of this machine on several nodes. The tables
/// are found by the name of the machine.
std::string contention_text(perf::Machine const& machine);

/// Returns the machine with a new fraction of the bandwidth for each kernel. With the new fraction,
/// the largest L of the results is predicted as measured, or as close below as a fraction of 1
/// allows. The sources of the machine note the calibration.
perf::Machine calibrate(perf::Machine machine, perf::Results const& measured,
                        UnstatedValues const& unstated = {});

} // namespace kitt::miniapp
