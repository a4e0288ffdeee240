// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/process_grid.hpp"
#include "core/base/fields.hpp"
#include "core/operators/schedule.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/model/machine_file.hpp"

#include <optional>
#include <string>

/// \file
/// Predicts the performance of a machine with closed formulas. One step of a kernel takes
///   step = launch + max(flops / peak, bytes / bandwidth).
/// Peak and bandwidth are multiplied by the fractions that the machine file gives for the kernel.
/// The bandwidth belongs to the memory level that holds all bytes of the call
/// (`sustained_bandwidth`). A halo exchange takes
///   exchange = sum over {inside nodes, between nodes} of messages * latency + bytes / bandwidth,
/// with the messages of one rank and the bytes of one node. The two strategies take
///   sequential = pack + exchange + all hops,
///   overlapped = pack + max(interior, exchange) + exterior.
/// Nothing is added if the lattice is not split. The model leaves out contention in large networks,
/// noise, imbalance, and the time that cores spend on driving MPI.

namespace kitt::perf {

/// The computation that the model predicts.
struct ModelJob {
  std::string kernel = "DWF4"; ///< name of the kernel: "Wilson", "DWF4", "DWF5"
  int ls = 16;                 ///< extent of the fifth dimension, for a kernel in five dimensions
  Precision precision = Precision::single_precision;
  FlopCount flops_per_site = FlopCount::grid;
  Extents volume{};
  comms::VolumeOf volume_of = comms::VolumeOf::node;

  int slices() const; ///< Returns Ls of the kernel; 1 for a kernel in four dimensions.
};

/// Returns the node of each rank of a job with equally many ranks on each node. Throws UserError if
/// there are more than 2^20 ranks.
std::vector<comms::NodePlace> equal_nodes(int nodes, int ranks_per_node);

/// Distribution of the lattice over ranks. One grid serves many kernels.
struct ModelGrid {
  comms::ProcessGrid grid;
  Extents local;
  Extents global;
};

/// Returns the grid of ranks `asked`, or the one that a run of KITT would choose
/// (comms::choose_grid). Throws UserError like choose_grid().
ModelGrid spread(Extents const& volume, comms::VolumeOf of, int nodes, int ranks_per_node,
                 std::optional<comms::RankGrid> const& asked = {});

/// Half spinors that a node sends in one call, and messages of the rank that sends most.
struct FaceTraffic {
  double half_spinors = 0;
  int messages = 0;
};
struct NodeTraffic {
  FaceTraffic inside;  ///< traffic to ranks of the same node
  FaceTraffic between; ///< traffic to other nodes
  double half_spinors() const { return inside.half_spinors + between.half_spinors; }
};
/// Returns the halo traffic of the first node; all nodes are alike. `ls` is the number of half
/// spinors per site of a face.
NodeTraffic traffic_of(ModelGrid const& spread, int ls);

/// Predicted time of one step of a kernel, and its limit.
struct ModelStep {
  double seconds = 0;
  /// The ceiling that limits the step: "L2 bandwidth", "single multiply-add peak".
  std::string bound;
};
constexpr auto fields_of(ModelStep const*) {
  return kitt::fields(figure("seconds", &ModelStep::seconds, "s",
                             "time of the step, including the start of a kernel"),
                      field("bound", &ModelStep::bound, "ceiling that limits the step"));
}

/// Predicted terms of one call, in seconds. Terms of exchanges are 0 if the lattice is not split.
struct Prediction {
  double launch_seconds = 0; ///< time of starting a kernel, included in each of the steps
  ModelStep pack;
  ModelStep all_legs; ///< step of the sequential strategy, a single pass over all hops
  ModelStep interior; ///< step of the hops that need no ghosts
  ModelStep exterior; ///< step of the hops that need ghosts
  double exchange_inside_seconds = 0;
  double exchange_between_seconds = 0;
  NodeTraffic traffic;
  double bytes_inside = 0; ///< bytes that a node sends to its own ranks
  double bytes_between = 0;
  double flops_per_node = 0;

  bool split() const { return traffic.half_spinors() > 0; }
  double exchange_seconds() const { return exchange_inside_seconds + exchange_between_seconds; }
  double seconds(Strategy strategy) const;
  Strategy best() const; ///< Returns the faster strategy; sequential if nothing is split.
  double mflops_per_node(Strategy strategy) const;
  /// Returns the longest term: an exchange such as "exchange between nodes", or the ceiling that
  /// limits the kernel.
  std::string bound() const;
  /// Returns `value`, or an empty optional if the lattice is not split.
  template <class Value>
  std::optional<Value> if_split(Value const& value) const {
    return split() ? std::optional(value) : std::nullopt;
  }
};
constexpr auto fields_of(Prediction const*) {
  using P = Prediction;
  return kitt::fields(
      derived("mflops_per_node", [](P const& p) { return p.mflops_per_node(p.best()); },
              {"figure of the faster strategy", "Mflop/s/node"})
          .above(0),
      derived("strategy", [](P const& p) { return p.if_split(p.best()); },
              {"faster strategy; null if the lattice is not split"}),
      derived("sequential_mflops_per_node",
              [](P const& p) { return p.mflops_per_node(Strategy::sequential); },
              {"figure of the sequential strategy: pack + exchange + all hops", "Mflop/s/node"})
          .above(0)
          .column("Sequential (Mflop/s per node)", as::fixed(0)),
      derived("overlap_mflops_per_node",
              [](P const& p) { return p.mflops_per_node(Strategy::overlap); },
              {"figure of the overlapped strategy: pack + max(interior, exchange) + exterior",
               "Mflop/s/node"})
          .above(0)
          .column("Overlapped (Mflop/s per node)", as::fixed(0)),
      derived("bound", [](P const& p) { return p.bound(); },
              {"limit: a ceiling, or the exchange inside or between nodes"})
          .column("Bound by"),
      figure("launch_seconds", &P::launch_seconds, "s",
             "time of starting a kernel, included in each step"),
      field("all_legs", &P::all_legs, "the single pass over all hops in the sequential strategy"),
      derived("pack", [](P const& p) { return p.if_split(p.pack); },
              {"projecting and packing faces; like all following terms, absent if the lattice is "
               "not split"})
          .or_absent(),
      derived("interior", [](P const& p) { return p.if_split(p.interior); },
              {"hops that need no ghosts"})
          .or_absent(),
      derived("exterior", [](P const& p) { return p.if_split(p.exterior); },
              {"hops that need ghosts"})
          .or_absent(),
      derived("exchange_inside_nodes_seconds",
              [](P const& p) { return p.if_split(p.exchange_inside_seconds); },
              {"exchange of faces between ranks of a node", "s"})
          .at_least(0)
          .or_absent(),
      derived("exchange_between_nodes_seconds",
              [](P const& p) { return p.if_split(p.exchange_between_seconds); },
              {"exchange of faces between nodes", "s"})
          .at_least(0)
          .or_absent(),
      derived("bytes_inside_nodes", [](P const& p) { return p.if_split(p.bytes_inside); },
              {"bytes that a node sends in a call to its own ranks", "bytes"})
          .at_least(0)
          .or_absent(),
      derived("bytes_between_nodes", [](P const& p) { return p.if_split(p.bytes_between); },
              {"bytes that a node sends in a call to other nodes", "bytes"})
          .at_least(0)
          .or_absent(),
      derived("messages_inside_nodes",
              [](P const& p) { return p.if_split(p.traffic.inside.messages); },
              {"messages that the busiest rank sends to ranks of its node"})
          .or_absent(),
      derived("messages_between_nodes",
              [](P const& p) { return p.if_split(p.traffic.between.messages); },
              {"messages that the busiest rank sends to other nodes"})
          .or_absent());
}

/// Predicts the time of one call. Throws UserError if the machine file has no figures for a kind of
/// exchange that the call needs.
Prediction predict(Machine const& machine, ModelJob const& job, ModelGrid const& spread);

} // namespace kitt::perf
