// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/simulation.hpp"

#include "comms/ranks/message_transport.hpp"
#include "comms/ranks/mpi.hpp"
#include "core/base/error.hpp"

#include <cstdlib>

namespace kitt::comms {

namespace {

/// Returns the value of an environment variable that kitt-simulate (perf/simulate) sets.
std::string told(char const* name) {
  auto const* const value = std::getenv(name);
  KITT_VALIDATE(value != nullptr,
                "this KITT runs on simulated machines only (it was built with KITT_SIMULATED=ON): "
                "start it with kitt-simulate PLATFORM -- COMMAND");
  return value;
}

} // namespace

std::optional<SimulatedMachine> simulated_machine() {
  auto const name = told("KITT_SIMULATED_COMPUTING");
  auto const computing = value_named<SimulatedComputing>(name);
  KITT_VALIDATE(
      computing,
      "KITT_SIMULATED_COMPUTING=" + name +
          " is not possible (the value must be none or host): let kitt-simulate set this variable");
  return SimulatedMachine{told("KITT_SIMULATED_PLATFORM"), *computing};
}
bool is_simulated() {
  return true;
}

double machine_seconds() {
  return MPI_Wtime();
}

// SMPI, the MPI of SimGrid, has no MPI_T interface.
std::string message_transport() {
  return "SimGrid's simulated network";
}

bool reads_memory_of(std::string_view /*space*/) {
  return false;
}

std::map<std::string, std::string> message_limits() {
  return {};
}

} // namespace kitt::comms
