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
/// Fits latency and bandwidth to measured times.

namespace kitt::miniapp {

/// One measurement: a number of starts (messages, or calls of a kernel) one after the other, and a
/// number of bytes.
struct Transfer {
  double starts = 1;
  double bytes = 0;
  double seconds = 0;
};

/// Returns latency and bandwidth such that starts x latency + bytes / bandwidth is closest to the
/// measured times, by least squares of relative errors. A negative latency is set to zero. Empty if
/// no two transfers differ in bytes per start, or if the fit has no positive bandwidth.
std::optional<perf::FaceLink> fit_transfers(std::span<Transfer const> transfers);

/// A halo exchange whose faces all went inside nodes or all between nodes.
struct HaloTransfer {
  /// True if the faces went between nodes, false if they went through shared memory.
  bool between_nodes = false;
  Transfer transfer; ///< messages of a rank and bytes of a node
};
/// Returns the transfer of a halo cell. Empty if some faces went inside nodes and others between
/// nodes, or if their transport is unknown.
std::optional<HaloTransfer> halo_transfer(HaloCell const& cell, int nodes, int ranks_per_node);

/// Halo cells whose faces all went inside nodes through shared memory, or all between nodes.
/// Assumes that all ranks of a node have neighbours on other nodes.
struct HaloTransfers {
  std::vector<Transfer> inside;
  std::vector<Transfer> between;
};
HaloTransfers halo_transfers(std::span<HaloCell const> cells, int nodes, int ranks_per_node);

/// Reads the transfers from the file of a record. Throws UserError if the file is not a record.
HaloTransfers read_halo_transfers(std::filesystem::path const& record);

} // namespace kitt::miniapp
