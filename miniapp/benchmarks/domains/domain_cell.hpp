// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Times that the ranks of one NUMA domain took for the receives of a call. The time of a rank is
/// the median of its calls.
struct DomainTimes {
  int node = 0;                    ///< 0 or 1
  int number = 0;                  ///< counted over both nodes
  int numa_domain = 0;             ///< the system's number on its node; of equal parts: the part
  bool has_network_device = false; ///< hwloc shows a network device in the domain
  bool off_node = false;           ///< ranks send to the other node; otherwise to themselves
  int ranks = 0;
  double mean_seconds = 0; ///< mean over the ranks of the domain
  /// sqrt(sum (x - mean)^2 / (n - 1)) over the ranks of the domain. None for one rank.
  std::optional<double> standard_deviation_seconds = {};
  std::optional<double> ratio_to_control = {}; ///< ratio of the means; none in the control itself
  /// Mean minus the mean of the control, in standard deviations (the larger of the two). None if no
  /// standard deviation is above 0.
  std::optional<double> excess_over_control = {};
};
/// Returns the standard deviation divided by the mean. Returns none for one rank.
std::optional<double> relative_deviation(DomainTimes const& domain);
constexpr auto fields_of(DomainTimes const*) {
  return kitt::fields(
      field("node", &DomainTimes::node, "node of the domain: 0 or 1")
          .at_most(1)
          .column("Node", as::text()),
      field("number", &DomainTimes::number, "number of the domain, counted over both nodes")
          .column("Domain", as::text()),
      field("numa_domain", &DomainTimes::numa_domain,
            "the system's number of the domain on its node; of equal parts: number of the part")
          .column("NUMA number", as::text()),
      field("has_network_device", &DomainTimes::has_network_device,
            "hwloc shows a network device in the domain; false if unknown")
          .column("Network device", as::text()),
      field("off_node", &DomainTimes::off_node,
            "ranks of the domain send to the other node; otherwise each to itself")
          .column("Off-node", as::text()),
      field("ranks", &DomainTimes::ranks, "ranks of the domain")
          .at_least(1)
          .column("Ranks", as::text()),
      figure("mean_seconds", &DomainTimes::mean_seconds, "s",
             "time for the receives of a call, mean over the ranks of the domain")
          .above(0)
          .column("Mean", as::seconds()),
      figure("standard_deviation_seconds", &DomainTimes::standard_deviation_seconds, "s",
             "standard deviation over the ranks of the domain; null for one rank"),
      figure("relative_standard_deviation", relative_deviation, "",
             "standard_deviation_seconds / mean_seconds; null for one rank")
          .since_later()
          .column("SD (%)", as::percent()),
      field("ratio_to_control", &DomainTimes::ratio_to_control,
            "mean divided by the mean of the control; null in the control, or without a control")
          .above(0)
          .column("Of control (times)", as::fixed(3, 7)),
      field("excess_over_control_standard_deviations", &DomainTimes::excess_over_control,
            "mean minus the mean of the control, in standard deviations (the larger of the two); "
            "null if neither is above 0, in the control, or without a control")
          .column("Excess (SD)", as::fixed(1, 6)));
}

/// Messages between one pair of corresponding NUMA domains of two nodes, while all other ranks send
/// to themselves; or the control, in which all ranks send to themselves. Measured and verified.
struct DomainCell {
  static constexpr char const* benchmark = "domains";
  static constexpr char const* control = "control";   ///< a kernel
  static constexpr char const* exchange = "exchange"; ///< a kernel

  std::string kernel;                  ///< "control" or "exchange"
  std::string partition;               ///< "numa-domains", "equal-parts" of a node's ranks
  std::string pair;                    ///< numbers of the domains, "0-4"; "none" in the control
  std::int64_t bytes = 0;              ///< bytes per message
  std::int64_t repeats = 10;           ///< messages one after another in a call
  std::int64_t domains = 1;            ///< domains of a node
  std::int64_t ranks = 2;              ///< ranks of the run
  std::vector<DomainTimes> times = {}; ///< of both nodes, by number
  perf::Statistics seconds;            ///< in receives, per call, of the slowest rank
  double verification_error = 0;       ///< number of bytes that arrived wrong
  perf::EnergyUse energy = {};
};
/// Returns the mean time of the ranks that send to the other node. Returns none in the control.
std::optional<double> off_node_mean_seconds(DomainCell const& cell);
/// Returns the 10^6 bytes that one rank receives per second: the mean of the ranks that send to the
/// other node, in the control the mean of all ranks.
double mb_per_s_per_rank(DomainCell const& cell);
constexpr auto fields_of(DomainCell const*) {
  return kitt::fields(
      field("kernel", &DomainCell::kernel,
            "control: all ranks send to themselves; exchange: the ranks of one pair of domains "
            "send to each other")
          .column("Kernel", as::text(8)),
      field("variant", &DomainCell::partition,
            "numa-domains: the NUMA domains that ranks are bound to; equal-parts: equal parts of a "
            "node's ranks (--domains)")
          .like("^(numa-domains|equal-parts)$"),
      field("parameters/pair", &DomainCell::pair,
            "numbers of the two domains, \"0-4\"; none: the control")
          .not_empty()
          .column("Pair", as::text(5)),
      figure("parameters/bytes", &DomainCell::bytes, "bytes", "bytes per message").at_least(1),
      field("parameters/repeats", &DomainCell::repeats, "messages one after another in a call")
          .at_least(1),
      field("parameters/domains", &DomainCell::domains, "domains of each node").at_least(1),
      field("parameters/ranks", &DomainCell::ranks, "ranks of the run").at_least(2),
      field("domains", &DomainCell::times, "domains of both nodes, by number").count_at_least(2),
      field("seconds", &DomainCell::seconds,
            "wall time of the receives of one call, of the slowest rank"),
      field("verification_error", &DomainCell::verification_error,
            "number of bytes that arrived wrong")
          .at_least(0),
      figure("off_node_mean_seconds", off_node_mean_seconds, "s",
             "mean time of the ranks that send to the other node; null in the control")
          .above(0)
          .column("Off-node mean", as::seconds()),
      figure(
          "mb_per_s_per_rank", [](DomainCell const& cell) { return mb_per_s_per_rank(cell); },
          "MB/s/rank",
          "10^6 bytes that one rank receives per second: mean of the ranks that send to the other "
          "node, in the control of all ranks")
          .above(0)
          .compared()
          .column("Per rank (MB/s)", as::fixed(1)),
      inlined(&DomainCell::energy));
}

/// Sets mean and standard deviation of a domain from one time for each of its ranks.
void set_times(DomainTimes& domain, std::vector<double> const& seconds_of_ranks);
/// Compares every domain of `cell` with the same domain of the control.
void set_against(DomainCell const& control, DomainCell& cell);
/// Returns whether the ranks of a domain send to themselves, and are slower than in the control by
/// more than three standard deviations.
bool is_slowed(DomainTimes const& domain);

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(DomainCell const& cell);

} // namespace kitt::miniapp
