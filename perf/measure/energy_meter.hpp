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

/// Measures the energy of all nodes while samples are taken; watches a Sampler. The first rank of
/// each node reads its node's counters, the others nothing.
class EnergyMeter final : public SampleWatcher {
public:
  /// Counters move in steps of about 1 ms: what is shorter has no figure.
  static constexpr double shortest_seconds = 0.1;

  /// Collective. `files` and `now`: for tests.
  explicit EnergyMeter(comms::Communicator const& world,
                       comms::detail::SystemFiles const& files = comms::detail::SystemFiles(),
                       std::function<double()> now = SteadySeconds());

  /// "powercap", "perf" or "not available"; the same on all ranks. All nodes have counters or none.
  std::string const& source() const { return source_; }
  /// What is counted on the first node, or why there is nothing.
  std::string const& details() const { return details_; }
  bool available() const { return available_; }

  void begin() override;
  /// Looks at counters often enough to see them start again from 0.
  void sample_taken() override;
  void end() override;

  /// Collective: between the last begin() and end(), in which there were `calls`.
  EnergyUse use(std::size_t calls) const;

private:
  void agree(std::vector<std::string> const& found);
  std::optional<double> read();

  comms::Communicator const* world_;
  std::function<double()> now_;
  detail::EnergyCounters counters_; ///< none but on the first rank of a node
  std::string source_;
  std::string details_;
  bool available_ = false;
  double last_read_ = 0;
  double begin_seconds_ = 0;
  double seconds_ = 0;
  std::optional<double> begin_joules_;
  std::optional<double> joules_;
};

} // namespace kitt::perf
