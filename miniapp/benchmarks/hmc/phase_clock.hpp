// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"
#include "miniapp/benchmarks/hmc/hmc_cell.hpp"

#include <utility>

namespace kitt::miniapp {

/// Clock of the phases of a trajectory on this rank. At any time at most one phase runs.
class PhaseClock {
public:
  using Phase = double HmcPhases::*;

  /// Ends the present phase and begins another one, or none if `next` is null. Returns the phase
  /// that ended.
  Phase begin(Phase next) {
    auto const now = comms::machine_seconds();
    if (phase_ != nullptr)
      seconds_.*phase_ += now - began_;
    began_ = now;
    return std::exchange(phase_, next);
  }

  /// Returns the seconds since the last call, and begins again.
  HmcPhases take_seconds() { return std::exchange(seconds_, {}); }

private:
  HmcPhases seconds_;
  Phase phase_ = nullptr;
  double began_ = 0;
};

/// Adds the time from its construction to its end to a phase. Interrupts the phase around it. Waits
/// for kernels, so that they count for the phase that launched them.
class PhaseScope {
public:
  PhaseScope(PhaseClock& clock, ExecutionSpace const& exec, PhaseClock::Phase phase)
      : clock_(clock), exec_(exec), around_(clock.begin(phase)) {}
  ~PhaseScope() {
    exec_.fence("kitt::hmc: phase ends");
    clock_.begin(around_);
  }
  PhaseScope(PhaseScope const&) = delete;
  PhaseScope& operator=(PhaseScope const&) = delete;

private:
  PhaseClock& clock_;
  ExecutionSpace const& exec_;
  PhaseClock::Phase around_;
};

} // namespace kitt::miniapp
