// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <optional>
#include <string>

/// \file
/// The machine that ranks run on: a real one, or one that SimGrid simulates (KITT_SIMULATED;
/// docs/reference/simulation.md). All ranks of a simulated machine live in one process on one host.
/// The host runs one rank at a time. Time passes for the ranks as on the simulated machine.

namespace kitt::comms {

/// Time that computing between MPI calls takes on a simulated machine. `none`: no time; `host`: as
/// long as a core of the host needs.
enum class SimulatedComputing { none, host };
constexpr auto names_of(SimulatedComputing) {
  return std::array{"none", "host"};
}

/// Description of the simulated machine.
struct SimulatedMachine {
  std::string platform; ///< name of the file that describes the machine
  SimulatedComputing computing = SimulatedComputing::none;
};
constexpr auto fields_of(SimulatedMachine const*) {
  return kitt::fields(
      field("platform", &SimulatedMachine::platform, "name of the file that describes the machine"),
      field(
          "computing", &SimulatedMachine::computing,
          "time of computing between MPI calls: no time, or as long as a core of the host needs"));
}

/// Returns the simulated machine that this program runs on, according to `kitt-simulate`. Empty on
/// a real machine. Throws UserError if the environment variables were not set by kitt-simulate.
std::optional<SimulatedMachine> simulated_machine();
/// Returns whether the machine is simulated. Code that waits needs this: in simulated time a rank
/// that polls keeps all others from running.
bool is_simulated();

/// Returns seconds on a monotonic clock of the machine that the ranks run on. On a simulated
/// machine the result is simulated time, which requires that MPI runs.
double machine_seconds();
/// Function object of machine_seconds(), as a clock for perf/measure.
struct MachineSeconds {
  double operator()() const { return machine_seconds(); }
};

} // namespace kitt::comms
