// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "core/operators/schedule.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/model/machine_file.hpp"

#include <optional>
#include <string>

/// \file
/// What a machine should give, in closed forms. A kernel's step takes
///   step = launch + max(flops / peak, bytes / bandwidth),
/// peak and bandwidth times the fractions that the machine's file has for the kernel, bandwidth
/// that of the level the whole call's bytes lie in (`sustained_bandwidth`). An exchange takes
///   exchange = sum over {inside nodes, between nodes} of messages * latency + bytes / bandwidth,
/// messages of one rank, bytes of a node. And the two strategies take
///   sequential = pack + exchange + all legs,
///   overlapped = pack + max(interior, exchange) + exterior.
/// Nothing is added where the lattice is not split. Not in it: contention in the network as it
/// grows, noise, imbalance, and what driving MPI takes from the cores.

namespace kitt::perf {

/// What a job computes.
struct ModelJob {
  std::string kernel = "DWF4"; ///< "Wilson", "DWF4", "DWF5"
  int ls = 16;                 ///< of a kernel in five dimensions
  Precision precision = Precision::single_precision;
  FlopCount flops_per_site = FlopCount::grid;
  Extents volume{};
  comms::VolumeOf volume_of = comms::VolumeOf::node;

  int slices() const; ///< the kernel's own Ls: 1 of one in four dimensions
};

/// Where the ranks of a job stand, in order, as many on each node. Throws UserError for more than
/// 2^20.
std::vector<comms::NodePlace> equal_nodes(int nodes, int ranks_per_node);

/// How it is spread. One grid serves many kernels.
struct ModelGrid {
  comms::ProcessGrid grid;
  Extents local;
  Extents global;
};

/// The grid of ranks that a run of KITT would choose (comms::choose_grid), or the one asked for.
/// Throws UserError as choose_grid does.
ModelGrid spread(Extents const& volume, comms::VolumeOf of, int nodes, int ranks_per_node,
                 std::optional<comms::RankGrid> const& asked = {});

/// Half spinors that a node sends in one call, and messages of the rank that sends most of them.
struct FaceTraffic {
  double half_spinors = 0;
  int messages = 0;
};
struct NodeTraffic {
  FaceTraffic inside;  ///< to ranks of the same node
  FaceTraffic between; ///< to other nodes
  double half_spinors() const { return inside.half_spinors + between.half_spinors; }
};
/// All nodes are alike, so it is the first one's. `ls` half spinors per site of a face.
NodeTraffic traffic_of(ModelGrid const& spread, int ls);

/// One step of the kernel.
struct ModelStep {
  double seconds = 0;
  std::string bound; ///< what binds it: "L2 bandwidth", "single multiply-add peak"
};

/// Every term of one call, in seconds; all zero that a job which is not split does not have.
struct Prediction {
  double launch_seconds = 0; ///< is in each of the steps
  ModelStep pack;
  ModelStep all_legs; ///< the one pass of the sequential order
  ModelStep interior; ///< the legs that need no face
  ModelStep exterior; ///< the others
  double exchange_inside_seconds = 0;
  double exchange_between_seconds = 0;
  NodeTraffic traffic;
  double bytes_inside = 0; ///< that a node sends
  double bytes_between = 0;
  double flops_per_node = 0;

  bool split() const { return traffic.half_spinors() > 0; }
  double exchange_seconds() const { return exchange_inside_seconds + exchange_between_seconds; }
  double seconds(Strategy strategy) const;
  Strategy best() const; ///< the quicker one; sequential where nothing is split
  double mflops_per_node(Strategy strategy) const;
  /// What takes longest: "exchange between nodes", else what binds the kernel.
  std::string bound() const;
};

/// Throws UserError where faces go a way of which the machine's file knows nothing.
Prediction predict(Machine const& machine, ModelJob const& job, ModelGrid const& spread);

} // namespace kitt::perf
