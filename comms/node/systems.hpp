// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// Identity of the operating system that a rank runs on.
struct SystemName {
  std::string host; ///< host name; each container may have its own
  std::string boot; ///< random identifier of this start of the kernel; empty if unknown
};

/// Returns a warning if the nodes that MPI reports differ from the operating systems of the ranks.
/// A node of MPI is a group of ranks that share memory. `places` and `systems` have one entry per
/// rank. Systems without a boot identifier are distinguished by host name.
std::optional<std::string> warning_of_nodes(std::vector<NodePlace> const& places,
                                            std::vector<SystemName> const& systems);

/// Returns the warning about nodes and operating systems for the ranks of a run. Empty if nodes are
/// simulated, or emulated by test/emulated_nodes. Collective.
std::optional<std::string> warning_of_nodes(Communicator const& world);

/// Returns a warning if ranks of a node share a GPU, or if a GPU has no rank; otherwise empty.
/// `gpus`: for each rank the address of its GPU, or an empty text if it is unknown. `visible`: GPUs
/// that a rank can choose from; negative if kernels run on the CPU.
std::optional<std::string> warning_of_gpus(std::vector<NodePlace> const& places,
                                           std::vector<std::string> const& gpus, int visible);
/// Returns how many ranks use the GPU of this rank, and at least 1. `gpus` is as above.
int ranks_on_gpu(std::vector<NodePlace> const& places, std::vector<std::string> const& gpus,
                 int rank);
/// Returns the warning for the ranks of this job. Collective.
std::optional<std::string> warning_of_gpus(Communicator const& world);

} // namespace kitt::comms
