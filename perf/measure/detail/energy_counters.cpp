// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/energy_counters.hpp"

#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <initializer_list>

namespace kitt::perf::detail {

EnergyCounters find_energy_counters(comms::detail::SystemFiles const& files,
                                    std::function<double()> const& now) {
  EnergyCounters none;
  for (auto const& find : std::initializer_list<std::function<EnergyCounters()>>{
           [&] { return powercap_counters(files); }, [&] { return perf_power_counters(files); },
           [&] { return cray_counters(files); }, [&] { return hwmon_counters(files, now); }}) {
    auto found = find();
    if (found.available())
      return found;
    if (none.reason.empty())
      none.reason = found.reason;
  }
  if (none.reason.empty())
    none.reason = "no counters in /sys/class/powercap, /sys/bus/event_source/devices/power, "
                  "/sys/cray/pm_counters or /sys/class/hwmon";
  return none;
}

std::string packages_and_memories(int packages, int memories) {
  auto const memory = memories == 0   ? "memory not counted"
                      : memories == 1 ? std::string("1 memory")
                                      : fmt::format("{} memories", memories);
  return fmt::format("{}, {}", counted(packages, "package"), memory);
}

EnergyCounters unreadable(std::filesystem::path const& file) {
  return {.reason =
              fmt::format("/{} cannot be read by this user: ask the administrator for permission",
                          file.string())};
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
