// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"
#include "miniapp/run/output.hpp"
#include "perf/ceilings/measure_ceilings.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy_meter.hpp"
#include "perf/record/doubts.hpp"

#include <optional>
#include <string>

namespace kitt::miniapp {

/// Settings of Meter::sample() that differ from the usual ones.
struct Sampling {
  /// number and time of samples; by default the command line gives them
  std::optional<perf::SamplingPolicy> policy = {};
  /// Way in which this rank waits until all ranks are done. All ranks set this member if some ranks
  /// do nothing in a call and should sleep.
  std::optional<comms::Waiting> waiting = {};
  perf::Sampler::Clock clock = comms::MachineSeconds(); ///< returns seconds
  perf::Sampler::Call check = {};   ///< checks results after a sample, see perf::Sampler
  perf::Sampler::Call prepare = {}; ///< runs before each call on all ranks, untimed; then there is
                                    ///< no figure of energy
};

/// Meter for the time and energy of calls, and for the ceilings of a node.
class Meter {
public:
  /// Requires that all arguments outlive this object.
  Meter(RunContext const& context, Output& output, perf::EnergyMeter& energy,
        perf::CeilingEffort effort)
      : context_(context), output_(output), energy_(energy), effort_(effort) {}

  /// Returns seconds and energy per call of `call`, which all ranks make at the same time. The
  /// slowest rank decides the time. Throws UserError if a call takes no time on a simulated
  /// machine. Collective.
  perf::Measured sample(perf::Sampler::Call const& call, Sampling const& how = {});

  /// Returns the ceilings that all ranks of a node reach together. The first call measures and
  /// records them, or takes them from a resumed record. Collective.
  perf::Ceilings const& ceilings();

  /// Measures the ceilings again if a figure of `cell` is above its ceiling. A run repeats the
  /// measurement only once. The cell and the record then use the higher ceilings. Collective.
  template <class Cell>
  void check_ceilings(Cell& cell) {
    if (!perf::is_above_ceiling(perf::lowest_fraction(cell)))
      return;
    measure_ceilings_again();
    perf::renew_roofline(cell, ceilings());
  }

  /// Measures the ceilings again after the cells, if this run measured them long before. Prints
  /// both measurements. Collective.
  void compare_ceilings();

private:
  perf::Sampler sampler(Sampling const& how) const;
  perf::Ceilings measure_node() const;
  perf::Ceilings measure_ceilings(std::string const& moment);
  void measure_ceilings_again();
  void raise_ceilings(std::string const& moment);

  RunContext const& context_;
  Output& output_;
  perf::EnergyMeter& energy_;
  perf::CeilingEffort effort_;
  std::optional<perf::Ceilings> ceilings_;
  /// Moment when this run measured its ceilings.
  struct CeilingsMeasured {
    double at;         ///< seconds on the steady clock
    std::size_t cells; ///< number of cells that were measured before
  };
  std::optional<CeilingsMeasured> ceilings_measured_;
  bool ceilings_measured_again_ = false;
};

} // namespace kitt::miniapp
