// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/detail/energy_counters.hpp"

namespace kitt::perf::detail {

namespace {

using comms::detail::SystemFiles;

/// Returns the counter of a file such as "1234 J 5678 us", or none if there is no such file.
std::optional<EnergyCounter> open_cray_counter(SystemFiles const& files, std::string const& name) {
  auto const file = "sys/cray/pm_counters/" + name;
  EnergyCounter counter = [files, file]() -> std::optional<double> {
    auto const found = comms::detail::words(files.text(file).value_or(""));
    auto const joules = files.number(file);
    if (!joules || found.size() < 2 || found[1] != "J")
      return std::nullopt;
    return static_cast<double>(*joules);
  };
  return counter() ? std::optional(std::move(counter)) : std::nullopt;
}

} // namespace

EnergyCounters cray_counters(SystemFiles const& files) {
  auto const processors = open_cray_counter(files, "cpu_energy");
  auto const memory = open_cray_counter(files, "memory_energy");
  auto const node = open_cray_counter(files, "energy");
  if (!processors && !node)
    return {};
  EnergyCounters result{.source = "cray", .shortest_seconds = 2}; // 20 steps of 0.1 s
  if (processors)
    result.counters = {*processors};
  else
    result.counters = {*node};
  if (processors && memory)
    result.counters.push_back(*memory);
  if (processors)
    result.contents = memory ? "processors and memory" : "processors, memory not counted";
  else
    result.contents = "whole node";
  return result;
}

} // namespace kitt::perf::detail
