// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/model/transfer_fit.hpp"
#include "perf/model/machine_file.hpp"

#include <string>

namespace kitt::miniapp {

/// Properties of a machine that a run has measured.
struct MachineFindings {
  std::string name;
  std::string description;
  /// Command, commit and time of the run: "kitt machine, commit 1ad243f0, 2026-11-21T17:43:53Z".
  std::string how;
  int ranks_per_node = 1;
  perf::Ceilings ceilings;
  double launch_seconds = 0;
};

/// Returns a machine file with the measured ceilings; bandwidths are measured with triad. Halo
/// exchanges and the fractions that kernels reach are unknown.
perf::Machine measured_machine(MachineFindings const& findings);

/// Adds latency and bandwidth of halo exchanges, fitted to the halo cells of a record. Throws
/// UserError if the record has no suitable cells.
void add_face_links(perf::Machine& machine, std::string const& halo_record);

/// Adds the speed of messages, fitted to the cells of `kitt p2p` in a record. Throws UserError if
/// the record has no suitable cells.
void add_message_links(perf::Machine& machine, std::string const& p2p_record);

} // namespace kitt::miniapp
