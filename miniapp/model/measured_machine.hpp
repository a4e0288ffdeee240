// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/model/transfer_fit.hpp"
#include "perf/model/machine_file.hpp"

#include <string>

namespace kitt::miniapp {

/// What a run finds out about the machine it is on.
struct MachineFindings {
  std::string name;
  std::string description;
  std::string how; ///< "kitt machine, commit 1ad243f0, 2026-11-21T17:43:53Z"
  int ranks_per_node = 1;
  perf::Ceilings ceilings;
  double launch_seconds = 0;
};

/// The machine's file as far as ceilings go: bandwidths of triad; nothing is known of faces and of
/// what kernels reach.
perf::Machine measured_machine(MachineFindings const& findings);

/// Puts in how faces travel, as far as the halo benchmark of this record tells. Throws UserError
/// where it tells nothing.
void add_face_links(perf::Machine& machine, std::string const& halo_record);

/// Puts in how messages travel, as far as the cells of `kitt p2p` in this record tell. Throws
/// UserError where they tell nothing.
void add_message_links(perf::Machine& machine, std::string const& p2p_record);

} // namespace kitt::miniapp
