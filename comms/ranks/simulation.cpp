// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/simulation.hpp"

#include <chrono>

namespace kitt::comms {

std::optional<SimulatedMachine> simulated_machine() {
  return std::nullopt;
}
bool is_simulated() {
  return false;
}

double machine_seconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

} // namespace kitt::comms
