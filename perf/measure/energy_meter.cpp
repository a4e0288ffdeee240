// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/measure/energy_meter.hpp"

#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "perf/measure/detail/nvml.hpp"

#include <fmt/format.h>

namespace kitt::perf {

namespace {

constexpr char const* not_available = "not available";

/// Returns the counters of what runs the kernels on this node: of its GPUs, or of its processors.
/// Next to a GPU, the energy of the processors says little about the work.
detail::EnergyCounters own_counters(comms::detail::SystemFiles const& files,
                                    std::function<double()> const& now) {
  if (comms::is_simulated())
    return {.reason = "the machine is simulated"};
  if constexpr (!BackendTraits<ExecutionSpace>::on_host)
    return detail::nvml_counters();
  return detail::find_energy_counters(files, now);
}

/// Returns two lines. First line: the source, or that there is none. Second line: what the source
/// counts, or why there is none.
std::string description(detail::EnergyCounters const& counters) {
  if (!counters.available())
    return fmt::format("{}\n{}", not_available, counters.reason);
  return fmt::format("{}\n{}", counters.source, counters.contents);
}

} // namespace

EnergyMeter::EnergyMeter(comms::Communicator const& world, comms::detail::SystemFiles const& files,
                         std::function<double()> now)
    : world_(&world), now_(std::move(now)) {
  bool const reads = world.node_rank() == 0;
  if (reads)
    counters_ = own_counters(files, now_);
  agree(world.gather(reads ? description(counters_) : ""));
}

/// Chooses one source of energy figures for all nodes. If one node has no counters, no node reports
/// a figure.
void EnergyMeter::agree(std::vector<std::string> const& found) {
  auto decides = found.front();
  for (auto const& node : found)
    if (node.starts_with(not_available))
      decides = node;
  auto const end = decides.find('\n');
  source_ = decides.substr(0, end);
  details_ = decides.substr(end + 1);
  available_ = source_ != not_available;
  if (!available_)
    counters_ = {};
  shortest_seconds_ = world_->max(counters_.shortest_seconds);
}

/// Returns the joules now. A reading that was interrupted is repeated, because its time is not
/// known well enough.
std::optional<double> EnergyMeter::read() {
  constexpr int most_readings = 8;
  constexpr double uninterrupted = 1e-3;
  std::optional<double> found;
  for (int i = 0; i < most_readings; ++i) {
    last_read_ = now_();
    found = detail::joules(counters_);
    if (now_() - last_read_ < uninterrupted)
      break;
  }
  return found;
}

void EnergyMeter::begin() {
  if (!available_)
    return;
  begin_joules_ = read();
  begin_seconds_ = last_read_;
}

void EnergyMeter::sample_taken() {
  if (available_ && now_() - last_read_ > counters_.read_every_seconds)
    static_cast<void>(read());
}

void EnergyMeter::end() {
  if (!available_)
    return;
  auto const now = read();
  joules_ = now && begin_joules_ ? std::optional(*now - *begin_joules_) : std::nullopt;
  seconds_ = last_read_ - begin_seconds_;
}

EnergyUse EnergyMeter::use(std::size_t calls) const {
  if (!available_)
    return {};
  auto const unreadable = world_->sum(joules_ ? 0 : 1);
  auto const joules = world_->sum(joules_.value_or(0));
  auto const seconds = world_->max(seconds_);
  EnergyUse result;
  if (unreadable > 0)
    result.missing = "a counter can no longer be read";
  else if (seconds < shortest_seconds_)
    result.missing =
        fmt::format("sampled for {:.2g} s, counters need {} s: give a longer --min-time", seconds,
                    shortest_seconds_);
  else if (joules <= 0)
    result.missing = "the counters stand still";
  else
    result.figures = {.joules_per_call = joules / static_cast<double>(calls),
                      .watts_per_node = joules / seconds / world_->nodes()};
  return result;
}

} // namespace kitt::perf
