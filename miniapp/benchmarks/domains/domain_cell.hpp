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

/// Times of the ranks of one NUMA domain for the receives of a call. The time of a rank is the
/// median of its calls.
struct DomainTimes {
  int node = 0;        ///< node of the domain: 0 or 1
  int number = 0;      ///< number of the domain, counted over both nodes
  int numa_domain = 0; ///< number that the system gives the domain; or number of an equal part
  bool has_network_device = false; ///< true if hwloc shows a network device in the domain
  bool off_node = false;           ///< true: ranks send to the other node; false: to themselves
  int ranks = 0;
  double mean_seconds = 0; ///< mean time over the ranks of the domain
  /// Standard deviation sqrt(sum (x - mean)^2 / (n - 1)) over the ranks of the domain. Empty for
  /// one rank.
  std::optional<double> standard_deviation_seconds = {};
  /// Mean divided by the mean of the control; empty in the control.
  std::optional<double> ratio_to_control = {};
  /// Difference of the mean and the mean of the control, divided by the larger of their two
  /// standard deviations. Empty if both standard deviations are 0.
  std::optional<double> excess_over_control = {};
};
/// Returns the standard deviation divided by the mean. Returns nothing for one rank.
std::optional<double> relative_deviation(DomainTimes const& domain);
constexpr auto fields_of(DomainTimes const*) {
  return kitt::fields(
      field("node", &DomainTimes::node, "node of the domain: 0 or 1")
          .at_most(1)
          .column("Node", as::text()),
      field("number", &DomainTimes::number, "number of the domain, counted over both nodes")
          .column("Domain", as::text()),
      field("numa_domain", &DomainTimes::numa_domain,
            "number that the operating system gives the domain on its node; for equal parts, the "
            "number of the part")
          .column("NUMA number", as::text()),
      field("has_network_device", &DomainTimes::has_network_device,
            "true if hwloc shows a network device in the domain; false if unknown")
          .column("Network device", as::text()),
      field(
          "off_node", &DomainTimes::off_node,
          "true: the ranks of the domain send to the other node; false: each rank sends to itself")
          .column("Off-node", as::text()),
      field("ranks", &DomainTimes::ranks, "number of ranks of the domain")
          .at_least(1)
          .column("Ranks", as::text()),
      figure("mean_seconds", &DomainTimes::mean_seconds, "s",
             "mean time for the receives of a call, over the ranks of the domain")
          .above(0)
          .column("Mean", as::seconds()),
      figure("standard_deviation_seconds", &DomainTimes::standard_deviation_seconds, "s",
             "standard deviation of the time over the ranks of the domain; null for one rank"),
      figure("relative_standard_deviation", relative_deviation, "",
             "relative standard deviation over the ranks of the domain: standard_deviation_seconds "
             "/ mean_seconds; null for one rank")
          .column("SD (%)", as::percent()),
      field("ratio_to_control", &DomainTimes::ratio_to_control,
            "mean time divided by the mean time of the control; null in the control, or if there "
            "is no control")
          .above(0)
          .column("Of control (times)", as::fixed(3, 7)),
      field("excess_over_control_standard_deviations", &DomainTimes::excess_over_control,
            "difference of the mean time and the mean time of the control, divided by the larger "
            "of their standard deviations; null if both are 0, in the control, or if there is no "
            "control")
          .column("Excess (SD)", as::fixed(1, 6)));
}

/// Measured and verified messages between two corresponding NUMA domains of two nodes, while all
/// other ranks send to themselves. In the control, all ranks send to themselves.
struct DomainCell {
  static constexpr char const* benchmark = "domains";
  static constexpr char const* control = "control";   ///< name of a kernel
  static constexpr char const* exchange = "exchange"; ///< name of a kernel

  std::string kernel;        ///< "control" or "exchange"
  std::string partition;     ///< "numa-domains", "equal-parts" of a node's ranks
  std::string pair;          ///< numbers of the two domains, as "0-4"; "none" in the control
  std::int64_t bytes = 0;    ///< bytes per message
  std::int64_t repeats = 10; ///< number of messages in a call, one after another
  std::int64_t domains = 1;  ///< number of domains of a node
  std::int64_t ranks = 2;    ///< number of ranks of the run
  std::vector<DomainTimes> times = {}; ///< times of the domains of both nodes, by number
  perf::Statistics seconds;            ///< seconds per call in receives, of the slowest rank
  double verification_error = 0;       ///< number of bytes that arrived wrong
  perf::EnergyUse energy = {};
};
/// Returns the mean time of the ranks that send to the other node. Returns nothing in the control.
std::optional<double> off_node_mean_seconds(DomainCell const& cell);
/// Returns the rate at which one rank receives, in 10^6 bytes per second: the mean of the ranks
/// that send to the other node. In the control, the mean of all ranks.
double mb_per_s_per_rank(DomainCell const& cell);
constexpr auto fields_of(DomainCell const*) {
  return kitt::fields(
      field("kernel", &DomainCell::kernel,
            "control: all ranks send to themselves; exchange: the ranks of one pair of domains "
            "send to each other")
          .column("Kernel", as::text(8)),
      field("variant", &DomainCell::partition,
            "meaning of a domain; numa-domains: the NUMA domains that ranks are bound to; "
            "equal-parts: equal parts of a node's ranks (--domains)")
          .like("^(numa-domains|equal-parts)$"),
      field("parameters/pair", &DomainCell::pair,
            "numbers of the two domains, such as \"0-4\"; the word none in the control")
          .not_empty()
          .column("Pair", as::text(5)),
      figure("parameters/bytes", &DomainCell::bytes, "bytes", "bytes per message").at_least(1),
      field("parameters/repeats", &DomainCell::repeats,
            "number of messages in a call, one after another")
          .at_least(1),
      field("parameters/domains", &DomainCell::domains, "number of domains of each node")
          .at_least(1),
      field("parameters/ranks", &DomainCell::ranks, "number of ranks of the run").at_least(2),
      field("domains", &DomainCell::times, "times of the domains of both nodes, ordered by number")
          .count_at_least(2),
      field("seconds", &DomainCell::seconds,
            "wall time of the receives of one call on the slowest rank"),
      field("verification_error", &DomainCell::verification_error,
            "number of bytes that arrived wrong")
          .at_least(0),
      figure(
          "off_node_mean_seconds", off_node_mean_seconds, "s",
          "mean time of one call over the ranks that send to the other node; null in the control")
          .above(0)
          .column("Off-node mean", as::seconds()),
      figure(
          "mb_per_s_per_rank", [](DomainCell const& cell) { return mb_per_s_per_rank(cell); },
          "MB/s/rank",
          "10^6 bytes per second that one rank receives: mean over the ranks that send to the "
          "other node; in the control, mean over all ranks")
          .above(0)
          .compared()
          .column("Per rank (MB/s)", as::fixed(1)),
      inlined(&DomainCell::energy));
}

/// Sets mean and standard deviation of a domain from one time for each of its ranks.
void set_times(DomainTimes& domain, std::vector<double> const& seconds_of_ranks);
/// Compares each domain of `cell` with its times in the control.
void set_against(DomainCell const& control, DomainCell& cell);
/// Returns whether the ranks of a domain send to themselves, and are slower than in the control by
/// more than three standard deviations.
bool is_slowed(DomainTimes const& domain);

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(DomainCell const& cell);

/// Returns a line for each domain that sends to itself and is more than three standard deviations
/// slower than in the control. If no domain is slower, returns a line that says so, or that says
/// why domains cannot be judged. Returns an empty text if there are no pairs.
std::string domain_verdicts(std::vector<DomainCell> const& cells);

} // namespace kitt::miniapp
