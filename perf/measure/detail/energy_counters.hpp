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
/// packages do not include, or its GPUs. Nothing is counted twice: counters of cores (parts of a
/// package) and of the whole platform are left out.
struct EnergyCounters {
  /// Source of the counters, such as "powercap"; empty if no counter can be read.
  std::string source = {};
  /// Reason why existing counters cannot be read; empty if there are no counters.
  std::string reason = {};
  /// What the counters count, such as "2 packages, memory not counted".
  std::string contents = {};
  std::vector<EnergyCounter> counters = {};
  /// Shortest measurement that has a figure, in seconds: many steps of the counters.
  double shortest_seconds = 0.1;
  /// Longest time between two readings, in seconds. A counter that is read less often is wrong.
  double read_every_seconds = 10;

  bool available() const { return !source.empty(); }
};

/// Returns counters of Linux powercap, sys/class/powercap/intel-rapl:* (also for AMD processors).
/// The counters are files of microjoules, which start again from 0 at max_energy_range_uj. The
/// counters detect a new start from 0 if they are read at least once per cycle, which takes about a
/// minute at 1 kW. The counters move once in a millisecond.
EnergyCounters powercap_counters(comms::detail::SystemFiles const& files);

/// Returns counters of the kernel's perf events in sys/bus/event_source/devices/power. They move
/// once in a millisecond.
EnergyCounters perf_power_counters(comms::detail::SystemFiles const& files);

/// Returns the counters of HPE Cray nodes, sys/cray/pm_counters: cpu_energy and memory_energy. If
/// these are missing, returns `energy`, which counts the whole node. The counters are files such as
/// "1234 J 5678 us", and move ten times per second. Source: HPE, "User Access to Compute Node Power
/// Data".
EnergyCounters cray_counters(comms::detail::SystemFiles const& files);

/// Returns counters of Linux hardware monitors in sys/class/hwmon. These are the sockets of AMD's
/// driver `amd_energy` (microjoules), otherwise the sockets of NVIDIA Grace. Grace states
/// no energy. An ACPI power meter states the mean power of each socket with its memory. The
/// counters integrate this power over the time `now` (seconds) by the trapezoidal rule.
EnergyCounters hwmon_counters(comms::detail::SystemFiles const& files, std::function<double()> now);

/// Returns the first counters of processors that can be read: powercap, perf, cray, hwmon. If no
/// counter can be read, the result only holds the reason.
EnergyCounters find_energy_counters(comms::detail::SystemFiles const& files,
                                    std::function<double()> const& now);

/// Returns a text such as "2 packages, 1 memory".
std::string packages_and_memories(int packages, int memories);

/// Returns no counters, because this user may not read `file` (relative to the root folder).
EnergyCounters unreadable(std::filesystem::path const& file);

/// Returns the sum of all counters in joules, or an empty optional if one of them cannot be read.
std::optional<double> joules(EnergyCounters const& of);

} // namespace kitt::perf::detail
