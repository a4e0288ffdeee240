// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/energy_counters.hpp"

#include "perf/text/words.hpp"

#include <algorithm>
#include <utility>

namespace kitt::perf::detail {

namespace {

namespace fs = std::filesystem;
using comms::detail::SystemFiles;

constexpr double micro = 1e-6;

/// Counter of a power meter, whose file holds the mean power of the last interval in microwatts.
struct PowerIntegral {
  SystemFiles files;
  fs::path power;
  std::function<double()> now;
  double seconds; ///< time of the last reading
  double watts;   ///< power at the last reading
  double total = 0;

  std::optional<double> operator()() {
    auto const microwatts = files.number(power);
    if (!microwatts)
      return std::nullopt;
    auto const then = std::exchange(seconds, now());
    auto const before = std::exchange(watts, micro * static_cast<double>(*microwatts));
    total += (seconds - then) * (before + watts) / 2;
    return total;
  }
};

std::string first_line(SystemFiles const& files, fs::path const& file) {
  auto const lines = files.lines(file);
  return lines.empty() ? "" : lines.front();
}

/// Adds the sockets of a monitor of AMD's driver. Its labels are "Esocket0", or "Ecore000" for
/// parts of a socket. Returns false if a socket's counter cannot be read.
bool add_amd_sockets(SystemFiles const& files, fs::path const& monitor, EnergyCounters& into) {
  for (auto const& name : files.names(monitor)) {
    if (!name.ends_with("_label") || !first_line(files, monitor / name).starts_with("Esocket"))
      continue;
    auto const energy = monitor / (name.substr(0, name.find('_')) + "_input");
    if (!files.number(energy)) {
      into = unreadable(energy);
      return false;
    }
    into.counters.emplace_back([files, energy]() -> std::optional<double> {
      auto const microjoules = files.number(energy);
      if (!microjoules)
        return std::nullopt;
      return micro * static_cast<double>(*microjoules);
    });
  }
  return true;
}

/// Returns the file of a power meter. Older kernels keep it with the device.
fs::path meter_file(SystemFiles const& files, fs::path const& monitor, char const* name) {
  return files.text(monitor / name) ? monitor / name : monitor / "device" / name;
}

} // namespace

EnergyCounters hwmon_counters(SystemFiles const& files, std::function<double()> now) {
  EnergyCounters amd;
  EnergyCounters grace;
  double interval = 0;
  for (auto const& entry : files.names("sys/class/hwmon")) {
    auto const monitor = fs::path("sys/class/hwmon") / entry;
    auto const driver = first_line(files, monitor / "name");
    if (driver == "amd_energy" && !add_amd_sockets(files, monitor, amd))
      return amd;
    auto const meter = first_line(files, meter_file(files, monitor, "power1_oem_info"));
    if (driver != "power_meter" || !meter.starts_with("Grace Power Socket"))
      continue;
    auto const power = meter_file(files, monitor, "power1_average");
    auto const microwatts = files.number(power);
    if (!microwatts)
      return unreadable(power);
    constexpr double seconds_per_millisecond = 1e-3;
    constexpr std::size_t usual_interval = 50;
    auto const milliseconds = files.number(meter_file(files, monitor, "power1_average_interval"))
                                  .value_or(usual_interval);
    interval = std::max(interval, seconds_per_millisecond * static_cast<double>(milliseconds));
    grace.counters.emplace_back(
        PowerIntegral{files, power, now, now(), micro * static_cast<double>(*microwatts)});
  }
  if (!amd.counters.empty()) {
    amd.source = "hwmon";
    amd.contents = packages_and_memories(static_cast<int>(amd.counters.size()), 0);
    return amd;
  }
  if (grace.counters.empty())
    return {};
  grace.source = "hwmon";
  grace.contents = counted(static_cast<int>(grace.counters.size()), "package") + " with memory";
  constexpr double intervals_of_a_figure = 20;
  grace.shortest_seconds = std::max(grace.shortest_seconds, intervals_of_a_figure * interval);
  grace.read_every_seconds = interval;
  return grace;
}

} // namespace kitt::perf::detail
