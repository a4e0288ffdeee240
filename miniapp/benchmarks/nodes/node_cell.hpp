// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/outliers.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Returns a name for each node that no other node has: its host name, or "login (node 3)" if
/// several nodes have this host name, as in containers. Nodes are numbered from 0, as MPI's split
/// by shared memory finds them. `hosts`: host name of each node.
std::vector<std::string> node_names(std::vector<std::string> const& hosts);

/// Time of one node, compared with a typical node.
struct NodeTime {
  std::string host;
  double seconds = 0; ///< own work: time of a call; messages: median over the links of the node
  double excess = 0;  ///< time divided by the time of a typical node, minus 1
  bool slow = false;
};
constexpr auto fields_of(NodeTime const*) {
  return kitt::fields(
      field("host", &NodeTime::host,
            "host name of the node, and its number if several nodes have this host name"),
      figure("seconds", &NodeTime::seconds, "s",
             "time of a call, the median of the repeats; for messages, the median over the links "
             "of the node")
          .above(0),
      field("excess", &NodeTime::excess,
            "time divided by the time of a typical node, minus 1; negative for a fast node"),
      field("slow", &NodeTime::slow, "true if the excess is above the limit"));
}

/// A slow link between two nodes.
struct SlowLink {
  std::string first;
  std::string second;
  double seconds = 0;
  /// Ratio of this link divided by the ratio of a typical link, minus 1. The ratio is the time of
  /// the link divided by the larger of the median times of its two nodes.
  double excess = 0;
};
constexpr auto fields_of(SlowLink const*) {
  return kitt::fields(
      field("first", &SlowLink::first, "name of one node"),
      field("second", &SlowLink::second, "name of the other node"),
      figure("seconds", &SlowLink::seconds, "s", "time of a call, the median of the repeats")
          .above(0),
      field("excess", &SlowLink::excess,
            "ratio of this link divided by the ratio of a typical link, minus 1; the ratio is the "
            "time of the link divided by the larger of the median times of its two nodes")
          .above(0));
}

/// One figure of all nodes of a job: own work of each node, or messages between all pairs.
struct NodesCell {
  static constexpr char const* benchmark = "nodes";
  static constexpr char const* memory = "memory";       ///< name of a kernel
  static constexpr char const* compute = "compute";     ///< name of a kernel
  static constexpr char const* dwf4 = "DWF4";           ///< name of a kernel
  static constexpr char const* latency = "latency";     ///< name of a kernel
  static constexpr char const* bandwidth = "bandwidth"; ///< name of a kernel

  std::string kernel;
  std::optional<std::int64_t> bytes =
      {}; ///< memory: working set of a rank; messages: bytes of a message
  std::optional<std::int64_t> l = {};  ///< DWF4: extent of the lattice of a rank
  std::optional<std::int64_t> ls = {}; ///< DWF4: extent of the fifth dimension
  std::int64_t ranks_per_node = 1;
  std::int64_t repeats = 2;    ///< number of repeats of each time
  double bytes_of_node = 0;    ///< bytes that a node moves or sends in a call; 0 if not counted
  double flops_of_node = 0;    ///< flops of a node in a call; 0 if not counted
  perf::Statistics seconds;    ///< over the nodes, whose times are the samples
  perf::SlowLimit node_limit;  ///< limit for nodes
  std::vector<NodeTime> nodes; ///< all nodes in order
  std::optional<perf::SlowLimit> link_limit = {}; ///< limit for links; empty for own work
  std::vector<SlowLink> slow_links = {};          ///< slowest first
  /// Time of each link, row i with the links to nodes i + 1, i + 2...; empty for own work.
  perf::PairTimes link_seconds = {};
  double verification_error = 0;
  perf::EnergyUse energy = {};
};
/// Returns the rate of a typical node in 10^9 bytes/s. Returns nothing if bytes are not counted.
std::optional<double> gb_per_s_per_node(NodesCell const& cell);
/// Returns the rate of a typical node in 10^9 flop/s. Returns nothing if flops are not counted.
std::optional<double> gflops_per_s_per_node(NodesCell const& cell);
/// Returns the slowest node; null for a cell without nodes.
NodeTime const* slowest_node(NodesCell const& cell);
/// Returns the number of slow nodes.
std::int64_t slow_node_count(NodesCell const& cell);
constexpr auto fields_of(NodesCell const*) {
  return kitt::fields(
      field("kernel", &NodesCell::kernel,
            "memory: triad in memory; compute: multiply-adds in registers; DWF4: hopping term on a "
            "lattice of each rank; latency, bandwidth: messages between each pair of nodes")
          .column("Kernel", as::text(9)),
      derived("variant", [](NodesCell const&) { return std::string(); }, {"always empty"}),
      figure("parameters/bytes", &NodesCell::bytes, "bytes",
             "memory: working set of a rank; latency, bandwidth: bytes of a message")
          .at_least(1)
          .or_absent(),
      field("l", &NodesCell::l, "DWF4: extent of the lattice of each rank").at_least(2).or_absent(),
      field("ls", &NodesCell::ls, "DWF4: extent of the fifth dimension").at_least(1).or_absent(),
      field("parameters/ranks_per_node", &NodesCell::ranks_per_node, "number of ranks of a node")
          .at_least(1),
      field("repeats", &NodesCell::repeats,
            "number of repeats; each time is the median of its repeats")
          .at_least(2),
      figure("bytes_of_node", &NodesCell::bytes_of_node, "bytes",
             "bytes that a node moves in memory, or sends, in a call; 0 if not counted"),
      figure("flops_of_node", &NodesCell::flops_of_node, "flop",
             "floating-point operations of a node in a call; 0 if not counted"),
      field("seconds", &NodesCell::seconds,
            "time of a call; each node is a sample, and the median is a typical node")
          .compared()
          .less_is_better(),
      figure(
          "gb_per_s_per_node", [](NodesCell const& cell) { return gb_per_s_per_node(cell); },
          "GB/s/node", "10^9 bytes per second of a typical node; null if bytes are not counted")
          .above(0)
          .column("Per node (GB/s)", as::fixed(2, 8)),
      figure(
          "gflops_per_s_per_node",
          [](NodesCell const& cell) { return gflops_per_s_per_node(cell); }, "Gflop/s/node",
          "10^9 flops per second of a typical node; null if flops are not counted")
          .above(0)
          .column("Per node (Gflop/s)", as::fixed(2, 9)),
      field("node_limit", &NodesCell::node_limit, "limit above which a node is slow")
          .column("Nodes"),
      derived("slowest_node",
              [](NodesCell const& cell) {
                return slowest_node(cell) ? slowest_node(cell)->host : std::string();
              },
              {"name of the slowest node"})
          .column("Slowest node", as::text(8)),
      derived("largest_excess",
              [](NodesCell const& cell) {
                return slowest_node(cell) ? slowest_node(cell)->excess : 0.0;
              },
              {"excess of the slowest node: its time divided by the typical time, minus 1"})
          .column("Excess (%)", as::percent()),
      derived("slow_nodes", slow_node_count, {"number of slow nodes"})
          .at_least(0)
          .column("Slow nodes", as::text()),
      field("link_limit", &NodesCell::link_limit,
            "limit above which a link is slow; absent for work of single nodes")
          .or_absent()
          .column("Links"),
      field("slow_links", &NodesCell::slow_links,
            "slow links, slowest first; absent if there are none")
          .or_absent(),
      field("nodes", &NodesCell::nodes, "time of each node").count_at_least(4),
      field("link_seconds", &NodesCell::link_seconds,
            "time of a call on each link, in seconds: row i holds the links from node i to nodes "
            "i + 1, i + 2 and so on; absent for work of single nodes")
          .or_absent(),
      field("verification_error", &NodesCell::verification_error,
            "largest error of a result on any node; for messages, the number of wrong bytes")
          .at_least(0),
      inlined(&NodesCell::energy));
}

/// Times of the nodes of one figure, from repeated measurements.
struct MeasuredNodes {
  std::vector<std::string> hosts;
  std::vector<double> seconds; ///< median of the repeats of each node
  double noise = 0;            ///< relative standard error of a typical median
};
/// Sets the times and the limit of nodes, and marks slow nodes.
void judge_nodes(NodesCell& cell, MeasuredNodes const& measured);
/// Sets the times and the limits of links and of nodes, and marks slow links and slow nodes. The
/// time of a node is the median over its links. Links of slow nodes are never slow, because the
/// node is the reason. `times`: median of the repeats of each link. `noise`: relative standard
/// error of a typical link.
void judge_links(NodesCell& cell, std::vector<std::string> const& hosts, perf::PairTimes times,
                 double noise);

/// Returns whether a cell has a slow node or link.
bool has_slow(NodesCell const& cell);
/// Returns a line for each slow node and for each slow link, with its excess in each figure. A line
/// with the number of comparisons follows. Returns an empty text if there are no cells.
std::string verdict_text(std::vector<NodesCell> const& cells);

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(NodesCell const& cell);

} // namespace kitt::miniapp
