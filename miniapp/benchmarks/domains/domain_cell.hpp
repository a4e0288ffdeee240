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
      field("node", &DomainTimes::node), field("number", &DomainTimes::number),
      field("numa_domain", &DomainTimes::numa_domain),
      field("has_network_device", &DomainTimes::has_network_device),
      field("off_node", &DomainTimes::off_node), field("ranks", &DomainTimes::ranks),
      field("mean_seconds", &DomainTimes::mean_seconds),
      field("standard_deviation_seconds", &DomainTimes::standard_deviation_seconds),
      field("ratio_to_control", &DomainTimes::ratio_to_control),
      field("excess_over_control_standard_deviations", &DomainTimes::excess_over_control));
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
      field("kernel", &DomainCell::kernel), field("variant", &DomainCell::partition),
      field("parameters/pair", &DomainCell::pair), field("parameters/bytes", &DomainCell::bytes),
      field("parameters/repeats", &DomainCell::repeats),
      field("parameters/domains", &DomainCell::domains),
      field("parameters/ranks", &DomainCell::ranks), field("domains", &DomainCell::times),
      field("seconds", &DomainCell::seconds),
      field("verification_error", &DomainCell::verification_error),
      derived("off_node_mean_seconds", off_node_mean_seconds),
      derived("mb_per_s_per_rank", [](DomainCell const& cell) { return mb_per_s_per_rank(cell); }),
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
