// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/model/model_report.hpp"
#include "perf/results/results.hpp"

#include <optional>
#include <string>

/// \file
/// The model against what was measured.

namespace kitt::miniapp {

/// What to take where a table does not say.
struct UnstatedValues {
  int nodes = 16;
  int ls = 16;
};

/// With as many of its threads and ranks as the results have of a node. Throws UserError where they
/// used more cores than the machine has.
perf::Machine machine_as_used(perf::Machine const& machine, perf::Results const& measured);

/// Whether model_errors() finds a kernel to compare with.
bool has_hopping_figures(perf::Results const& measured);

/// One error for each size of each hopping kernel: of its best variant with exact links. On the
/// grid that KITT would choose, with as many of the machine's threads as the table has cores. Cells
/// whose volume is the whole job's are left out. Throws UserError if none is left, as predict()
/// does, and where the table used more cores than the machine has.
std::vector<ModelError> model_errors(perf::Machine const& machine, perf::Results const& measured,
                                     UnstatedValues const& unstated = {});

/// Says what a prediction for several nodes leaves out, in whole lines. Also says the model's error
/// on published tables of this machine on several nodes. The machine is found by name.
std::string contention_text(perf::Machine const& machine);

/// The machine with each kernel's fraction of bandwidth such that the largest L of the results is
/// predicted as it was measured (or as close below as a fraction of 1 comes), and with a note of
/// it.
perf::Machine calibrate(perf::Machine machine, perf::Results const& measured,
                        UnstatedValues const& unstated = {});

} // namespace kitt::miniapp
