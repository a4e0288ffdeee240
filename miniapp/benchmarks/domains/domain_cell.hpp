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

/// What the ranks of one NUMA domain took for the receives of a call; of a rank the median of its
/// calls.
struct DomainTimes {
  int node = 0;                    ///< of the two: 0 or 1
  int number = 0;                  ///< over both nodes: those of the second go on after the first's
  int numa_domain = 0;             ///< the system's number on its node; of equal parts `number`'s
  bool has_network_device = false; ///< as hwloc finds
  bool off_node = false; ///< its ranks talk to those of the other node; else to themselves
  int ranks = 0;
  double mean_seconds = 0; ///< of its ranks
  /// Over its ranks, sqrt(sum (x - mean)^2 / (n - 1)); none of one rank.
  std::optional<double> standard_deviation_seconds = {};
  std::optional<double> ratio_to_control = {}; ///< of the means; none in the control itself
  /// What it takes longer than in the control, in standard deviations: the larger of its two. None
  /// where neither is above 0.
  std::optional<double> excess_over_control = {};
};
constexpr auto fields_of(DomainTimes const*) {
  return kitt::fields(
      field("node", &DomainTimes::node, "of the two: 0 or 1").at_most(1),
      field("number", &DomainTimes::number,
            "over both nodes: those of the second go on after the first's"),
      field("numa_domain", &DomainTimes::numa_domain,
            "the system's number on its node; of equal parts the part's"),
      field("has_network_device", &DomainTimes::has_network_device,
            "as hwloc finds; false too where that is unknown"),
      field("off_node", &DomainTimes::off_node,
            "its ranks talk to those of the other node; else each to itself"),
      field("ranks", &DomainTimes::ranks, "of this domain").at_least(1),
      figure("mean_seconds", &DomainTimes::mean_seconds, "s", "of its ranks").above(0),
      figure("standard_deviation_seconds", &DomainTimes::standard_deviation_seconds, "s",
             "over its ranks; null for one rank"),
      field("ratio_to_control", &DomainTimes::ratio_to_control,
            "of the means; null in the control, or without one")
          .above(0),
      field("excess_over_control_standard_deviations", &DomainTimes::excess_over_control,
            "by how much the mean is above the control's, in standard deviations, the larger of "
            "both; null where neither is above 0, in the control, or without one"));
}

/// One pair of corresponding NUMA domains of two nodes exchanges messages while all other ranks
/// send to themselves, measured and verified; or the control, in which all send to themselves.
struct DomainCell {
  static constexpr char const* benchmark = "domains";
  static constexpr char const* control = "control";   ///< a kernel
  static constexpr char const* exchange = "exchange"; ///< a kernel

  std::string kernel;                  ///< one of the two
  std::string partition;               ///< "numa-domains", "equal-parts" of a node's ranks
  std::string pair;                    ///< "0-4": numbers of the domains; "none" in the control
  std::int64_t bytes = 0;              ///< of a message
  std::int64_t repeats = 10;           ///< messages one after another in a call
  std::int64_t domains = 1;            ///< of a node
  std::int64_t ranks = 2;              ///< of the run
  std::vector<DomainTimes> times = {}; ///< of both nodes, by number
  perf::Statistics seconds;            ///< in receives, per call, of the slowest rank
  double verification_error = 0;       ///< bytes that arrived wrong
  perf::EnergyUse energy = {};
};
/// The mean of the ranks that talk to the other node; none in the control.
std::optional<double> off_node_mean_seconds(DomainCell const& cell);
/// 10^6 bytes that one rank receives per second, the mean of those off-node; of all in the control.
double mb_per_s_per_rank(DomainCell const& cell);
constexpr auto fields_of(DomainCell const*) {
  return kitt::fields(
      field("kernel", &DomainCell::kernel,
            "all ranks send to themselves, or those of one pair of domains to each other"),
      field("variant", &DomainCell::partition,
            "what domains are: the NUMA domains that ranks are bound to, as found, or equal parts "
            "of a node's ranks (--domains)")
          .like("^(numa-domains|equal-parts)$"),
      field("parameters/pair", &DomainCell::pair,
            "numbers of the two domains, \"0-4\"; none: the control")
          .not_empty(),
      figure("parameters/bytes", &DomainCell::bytes, "bytes", "of a message").at_least(1),
      field("parameters/repeats", &DomainCell::repeats, "messages one after another in a call")
          .at_least(1),
      field("parameters/domains", &DomainCell::domains, "of each node").at_least(1),
      field("parameters/ranks", &DomainCell::ranks, "of the run").at_least(2),
      field("domains", &DomainCell::times, "of both nodes, by number").count_at_least(2),
      field("seconds", &DomainCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &DomainCell::verification_error, "bytes that arrived wrong")
          .at_least(0),
      figure("off_node_mean_seconds", off_node_mean_seconds, "s",
             "mean of the ranks that talk to the other node; null in the control")
          .above(0),
      figure(
          "mb_per_s_per_rank", [](DomainCell const& cell) { return mb_per_s_per_rank(cell); },
          "MB/s/rank",
          "10^6 bytes that one rank receives per second of receives, the mean of those off-node; "
          "in the control of all")
          .above(0),
      inlined(&DomainCell::energy));
}

/// Mean and standard deviation of a domain's ranks, one time each.
void set_times(DomainTimes& domain, std::vector<double> const& seconds_of_ranks);
/// Sets every domain of `cell` against the same one of the control.
void set_against(DomainCell const& control, DomainCell& cell);
/// Sends to itself, and is slower than in the control by more than three standard deviations.
bool is_slowed(DomainTimes const& domain);

/// What makes this cell another than the rest.
perf::CellKey key_of(DomainCell const& cell);

} // namespace kitt::miniapp
