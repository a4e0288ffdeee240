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
  std::string host; ///< its host name; a container may have a host name of its own
  std::string boot; ///< the random identifier of this start of the kernel; empty if there is none
};

/// Returns a warning if nodes, which are groups of ranks that MPI says share memory, are not one
/// system each. `places` and `systems` are of all ranks. A rank without a boot identifier is told
/// from others by its host name.
std::optional<std::string> warning_of_nodes(std::vector<NodePlace> const& places,
                                            std::vector<SystemName> const& systems);

/// Returns the warning for the ranks of a run. Collective. Empty where nodes are simulated, or
/// emulated by test/emulated_nodes.
std::optional<std::string> warning_of_nodes(Communicator const& world);

} // namespace kitt::comms
