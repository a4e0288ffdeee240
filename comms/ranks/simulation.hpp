// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <optional>
#include <string>

/// \file
/// The machine that ranks run on: this one, or one that SimGrid simulates (KITT_SIMULATED;
/// docs/simulated.md). All ranks of a simulated machine live in one process on one host, which runs
/// one of them at a time, and time passes for them as the described machine would take it.

namespace kitt::comms {

/// How long what ranks compute between calls of MPI takes on a simulated machine: no time, or as
/// long as it takes a core of the host.
enum class SimulatedComputing { none, host };
constexpr auto names_of(SimulatedComputing) {
  return std::array{"none", "host"};
}

/// The machine that is simulated.
struct SimulatedMachine {
  std::string platform; ///< the name of the file that describes it
  SimulatedComputing computing = SimulatedComputing::none;
};
constexpr auto fields_of(SimulatedMachine const*) {
  return kitt::fields(
      field("platform", &SimulatedMachine::platform, "name of the file that describes it"),
      field("computing", &SimulatedMachine::computing,
            "how long computing between calls of MPI takes: no time, or as long as on a core of "
            "the host"));
}

/// The simulated machine that this program runs on, as `kitt-simulate` names it; empty on a real
/// one. Throws UserError if what the environment says of it is not of kitt-simulate.
std::optional<SimulatedMachine> simulated_machine();
/// The same as a yes or no, for code that waits: in simulated time a rank that polls keeps all
/// others from running.
bool is_simulated();

/// Seconds on the clock of the machine that the ranks run on, which only goes forward; a simulated
/// one's once MPI runs.
double machine_seconds();
/// machine_seconds() as a clock for perf/measure.
struct MachineSeconds {
  double operator()() const { return machine_seconds(); }
};

} // namespace kitt::comms
