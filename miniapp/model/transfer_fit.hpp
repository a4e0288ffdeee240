// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/halo/halo_cell.hpp"
#include "perf/model/machine_file.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

/// \file
/// Latency and bandwidth from measured times.

namespace kitt::miniapp {

/// One measurement: so many starts (messages, or calls of a kernel) one after the other, and bytes.
struct Transfer {
  double starts = 1;
  double bytes = 0;
  double seconds = 0;
};

/// The latency and bandwidth whose starts x latency + bytes / bandwidth come closest to the times,
/// by least squares of relative errors. None without two transfers that differ in bytes per start,
/// or where the fit has no positive bandwidth; a latency below zero counts as none.
std::optional<perf::FaceLink> fit_transfers(std::span<Transfer const> transfers);

/// An exchange all of whose faces went the same way.
struct HaloTransfer {
  bool between_nodes = false; ///< else inside nodes through shared memory
  Transfer transfer;          ///< messages of a rank, bytes of a node
};
/// None if faces went both ways, or it cannot be told.
std::optional<HaloTransfer> halo_transfer(HaloCell const& cell, int nodes, int ranks_per_node);

/// The halo benchmark's cells all of whose faces went the same way: inside nodes through shared
/// memory, or between nodes. The run's `ranks_per_node` are all on the node's surface.
struct HaloTransfers {
  std::vector<Transfer> inside;
  std::vector<Transfer> between;
};
HaloTransfers halo_transfers(std::span<HaloCell const> cells, int nodes, int ranks_per_node);

/// Those of a record's file. Throws UserError if it is no record.
HaloTransfers read_halo_transfers(std::filesystem::path const& record);

} // namespace kitt::miniapp
