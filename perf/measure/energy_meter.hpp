// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/measure/detail/energy_counters.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/sampling.hpp"

#include <functional>
#include <optional>
#include <string>

namespace kitt::perf {

/// Measures the energy of all nodes while samples are taken. The meter watches a Sampler. The first
/// rank of each node reads the counters of that node; the other ranks read nothing.
class EnergyMeter final : public SampleWatcher {
public:
  /// Opens the counters of each node. Tests give their own `files` and `now`. Collective.
  explicit EnergyMeter(comms::Communicator const& world,
                       comms::detail::SystemFiles const& files = comms::detail::SystemFiles(),
                       std::function<double()> now = SteadySeconds());

  /// Returns the source, such as "powercap", or "not available", equal on all ranks. Either all
  /// nodes have counters or none has.
  std::string const& source() const { return source_; }
  /// Returns what is counted on the first node, or why nothing is counted.
  std::string const& details() const { return details_; }
  bool available() const { return available_; }

  void begin() override;
  /// Reads the counters often enough to notice when they start again from 0.
  void sample_taken() override;
  void end() override;

  /// Returns the energy used between the last begin() and end(), during which `calls` calls ran.
  /// Collective.
  EnergyUse use(std::size_t calls) const;

private:
  void agree(std::vector<std::string> const& found);
  std::optional<double> read();

  comms::Communicator const* world_;
  std::function<double()> now_;
  detail::EnergyCounters counters_; ///< counters of this node, only on the first rank of a node
  std::string source_;
  std::string details_;
  bool available_ = false;
  double shortest_seconds_ = 0; ///< shortest measurement that has a figure
  double last_read_ = 0;
  double begin_seconds_ = 0;
  double seconds_ = 0;
  std::optional<double> begin_joules_;
  std::optional<double> joules_;
};

} // namespace kitt::perf
