// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// The operating system that a rank runs on.
struct SystemName {
  std::string host; ///< host name; each container may have a different one
  std::string boot; ///< random identifier of this start of the kernel; empty if there is none
};

/// Returns a warning if the nodes of MPI are not the operating systems of the ranks. A node is a
/// group of ranks that share memory, as MPI says. `places` and `systems` have one entry per rank.
/// Systems without a boot identifier are distinguished by their host names.
std::optional<std::string> warning_of_nodes(std::vector<NodePlace> const& places,
                                            std::vector<SystemName> const& systems);

/// Returns the warning for the ranks of a run. Empty if nodes are simulated, or emulated by
/// test/emulated_nodes. Collective.
std::optional<std::string> warning_of_nodes(Communicator const& world);

} // namespace kitt::comms
