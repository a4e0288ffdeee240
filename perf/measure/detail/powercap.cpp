// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/energy_counters.hpp"

#include <algorithm>
#include <set>

namespace kitt::perf::detail {

namespace {

namespace fs = std::filesystem;
using comms::detail::SystemFiles;

constexpr char const* powercap_folder = "sys/class/powercap";

/// Counter of one powercap domain such as "intel-rapl:0:1". The file of the counter holds
/// microjoules, which start again from 0 at `range`.
struct PowercapCounter {
  SystemFiles files;
  fs::path energy;
  std::size_t range; ///< microjoules at which the counter starts again from 0; 0 if unknown
  std::size_t last;
  double total = 0;

  std::optional<double> operator()() {
    auto const now = files.number(energy);
    if (!now || (*now < last && range < last))
      return std::nullopt;
    total += 1e-6 * static_cast<double>(*now >= last ? *now - last : *now + (range - last));
    last = *now;
    return total;
  }
};

std::optional<PowercapCounter> open_counter(SystemFiles const& files, fs::path const& domain) {
  auto const energy = domain / "energy_uj";
  auto const now = files.number(energy);
  if (!now)
    return std::nullopt;
  return PowercapCounter{files, energy, files.number(domain / "max_energy_range_uj").value_or(0),
                         *now};
}

std::string name_of(SystemFiles const& files, fs::path const& domain) {
  auto const lines = files.lines(domain / "name");
  return lines.empty() ? "" : lines.front();
}

/// Returns the counters of one control type. The domains of the type ("intel-rapl:0") and their
/// parts ("intel-rapl:0:1") are entries of one folder.
EnergyCounters counters_of(SystemFiles const& files, std::string const& control_type) {
  EnergyCounters result;
  int packages = 0;
  int memories = 0;
  for (auto const& entry : files.names(powercap_folder)) {
    if (!entry.starts_with(control_type + ':'))
      continue;
    auto const domain = fs::path(powercap_folder) / entry;
    auto const name = name_of(files, domain);
    bool const package = name.starts_with("package");
    if (!package && name != "dram")
      continue;
    auto counter = open_counter(files, domain);
    if (!counter)
      return unreadable(domain / "energy_uj");
    result.counters.emplace_back(std::move(*counter));
    ++(package ? packages : memories);
  }
  if (packages == 0)
    return {};
  result.source = "powercap";
  result.contents = packages_and_memories(packages, memories);
  return result;
}

} // namespace

EnergyCounters powercap_counters(SystemFiles const& files) {
  // The kernel may list each package twice: read by processor registers and by memory-mapped
  // registers.
  EnergyCounters found;
  for (auto const* const control_type : {"intel-rapl", "intel-rapl-mmio"})
    if (found = counters_of(files, control_type); found.available() || !found.reason.empty())
      break;
  return found;
}

} // namespace kitt::perf::detail
