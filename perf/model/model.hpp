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
constexpr auto fields_of(ModelStep const*) {
  return kitt::fields(figure("seconds", &ModelStep::seconds, "s",
                             "time of the step, with the start of a kernel in it"),
                      field("bound", &ModelStep::bound, "ceiling that binds the step"));
}

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
  /// Returns none where nothing is split.
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
              {"faster strategy; null: nothing is split"}),
      derived("sequential_mflops_per_node",
              [](P const& p) { return p.mflops_per_node(Strategy::sequential); },
              {"figure of the strategy pack + exchange + all legs", "Mflop/s/node"})
          .above(0),
      derived("overlap_mflops_per_node",
              [](P const& p) { return p.mflops_per_node(Strategy::overlap); },
              {"figure of the strategy pack + max(interior, exchange) + exterior", "Mflop/s/node"})
          .above(0),
      derived("bound", [](P const& p) { return p.bound(); },
              {"what binds: a ceiling, or the exchange inside or between nodes"}),
      figure("launch_seconds", &P::launch_seconds, "s", "start of a kernel, in each step"),
      field("all_legs", &P::all_legs, "the one pass of the sequential order"),
      derived("pack", [](P const& p) { return p.if_split(p.pack); },
              {"projecting and packing faces; absent, as all that follows: nothing is split"})
          .or_absent(),
      derived("interior", [](P const& p) { return p.if_split(p.interior); },
              {"legs that need no face"})
          .or_absent(),
      derived("exterior", [](P const& p) { return p.if_split(p.exterior); }, {"the other legs"})
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
              {"messages to ranks of the same node, of the rank that sends most"})
          .or_absent(),
      derived("messages_between_nodes",
              [](P const& p) { return p.if_split(p.traffic.between.messages); },
              {"messages to other nodes, of the rank that sends most"})
          .or_absent());
}

/// Throws UserError where faces go a way of which the machine's file knows nothing.
Prediction predict(Machine const& machine, ModelJob const& job, ModelGrid const& spread);

} // namespace kitt::perf
