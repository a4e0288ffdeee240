// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf::detail {

/// Returns the joules used since the counter was opened, or an empty optional if the counter can no
/// longer be read.
using EnergyCounter = std::function<std::optional<double>()>;

/// Energy counters that KITT may read on one node: its processor packages and the memory, which
/// packages do not include. Nothing is counted twice: counters of cores (parts of a package) and of
/// the whole platform are left out.
struct EnergyCounters {
  /// Source of the counters, "powercap" or "perf"; empty if no counter can be read.
  std::string source;
  /// Reason why existing counters cannot be read; empty if there are no counters.
  std::string reason;
  std::vector<EnergyCounter> counters; ///< counters of all packages and memories, or empty
  int packages = 0;
  int memories = 0;

  bool available() const { return packages > 0; }
};

/// Returns counters of Linux powercap, sys/class/powercap/intel-rapl:* (also for AMD processors).
/// The counters are files of microjoules, which start again from 0 at max_energy_range_uj. The
/// counters detect a new start from 0 if they are read at least once per cycle, which takes about a
/// minute at 1 kW.
EnergyCounters powercap_counters(comms::detail::SystemFiles const& files);

/// Returns counters of the kernel's perf events in sys/bus/event_source/devices/power.
EnergyCounters perf_power_counters(comms::detail::SystemFiles const& files);

/// Returns powercap counters if they can be read, otherwise perf counters. If neither can be read,
/// the result only holds the reason.
EnergyCounters find_energy_counters(comms::detail::SystemFiles const& files);

/// Returns the sum of all counters in joules, or an empty optional if one of them cannot be read.
std::optional<double> joules(EnergyCounters const& of);

} // namespace kitt::perf::detail
