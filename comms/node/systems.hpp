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
  std::string host; ///< as the system calls itself; a container may have a name of its own
  std::string boot; ///< what the kernel drew when it started; empty where there is no such thing
};

/// Returns a warning if nodes, which are groups of ranks that MPI says share memory, are not one
/// system each. `places` and `systems` are of all ranks. A rank without a boot identifier is told
/// from others by its host name.
std::optional<std::string> warning_of_nodes(std::vector<NodePlace> const& places,
                                            std::vector<SystemName> const& systems);

/// The same for the ranks of a run. Collective. Empty where nodes are simulated, or emulated by
/// test/emulated_nodes.
std::optional<std::string> warning_of_nodes(Communicator const& world);

} // namespace kitt::comms
