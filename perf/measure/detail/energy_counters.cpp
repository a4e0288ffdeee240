// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/energy_counters.hpp"

namespace kitt::perf::detail {

EnergyCounters find_energy_counters(comms::detail::SystemFiles const& files) {
  auto powercap = powercap_counters(files);
  if (powercap.available())
    return powercap;
  auto perf = perf_power_counters(files);
  if (!perf.available() && !powercap.reason.empty())
    return powercap;
  if (!perf.available() && perf.reason.empty())
    perf.reason = "no counters in /sys/class/powercap or /sys/bus/event_source/devices/power";
  return perf;
}

std::optional<double> joules(EnergyCounters const& of) {
  double sum = 0;
  for (auto const& counter : of.counters)
    if (auto const value = counter())
      sum += *value;
    else
      return std::nullopt;
  return sum;
}

} // namespace kitt::perf::detail
