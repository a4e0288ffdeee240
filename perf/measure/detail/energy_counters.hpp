// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/system_files.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::perf::detail {

/// Joules since it was opened; none if it cannot be read any more.
using EnergyCounter = std::function<std::optional<double>()>;

/// What one machine lets us read: its processor packages and the memory beside them, which the
/// packages do not include. Nothing is counted twice: not cores (parts of a package), not the whole
/// platform.
struct EnergyCounters {
  std::string source; ///< "powercap" or "perf"; empty: none
  std::string reason; ///< why what is there cannot be read; empty: nothing is there
  std::vector<EnergyCounter> counters; ///< packages and memories; all of them or none
  int packages = 0;
  int memories = 0;

  bool available() const { return packages > 0; }
};

/// Linux powercap, sys/class/powercap/intel-rapl:* (AMD processors are there too): files of
/// microjoules, each starting again from 0 where its max_energy_range_uj is reached. A counter sees
/// that if it is read more often than it happens, which at 1 kW is once in a minute.
EnergyCounters powercap_counters(comms::detail::SystemFiles const& files);

/// The kernel's perf events of sys/bus/event_source/devices/power.
EnergyCounters perf_power_counters(comms::detail::SystemFiles const& files);

/// The first of the two that can be read; else with a reason.
EnergyCounters find_energy_counters(comms::detail::SystemFiles const& files);

/// The sum; none if one of them cannot be read.
std::optional<double> joules(EnergyCounters const& of);

} // namespace kitt::perf::detail
