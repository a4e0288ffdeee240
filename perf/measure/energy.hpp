// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/statistics.hpp"

#include <optional>
#include <string>

namespace kitt::perf {

/// Energy that the packages and the memory of all nodes used, including other programs on these
/// nodes.
struct Energy {
  double joules_per_call = 0; ///< energy of a call on all nodes, including the time between samples
  double watts_per_node = 0;  ///< mean power of a node while samples were taken
  /// Energy efficiency: 10^6 flop of a call divided by its joules. Empty for a call without flops.
  std::optional<double> mflops_per_watt = {};
};
constexpr auto fields_of(Energy const*) {
  return kitt::fields(figure("joules_per_call", &Energy::joules_per_call, "J",
                             "energy of a call on all nodes, including the time between samples")
                          .above(0),
                      figure("watts_per_node", &Energy::watts_per_node, "W/node",
                             "mean power of a node while samples were taken")
                          .above(0)
                          .column("Power (W per node)", as::fixed(1))
                          .on_request(),
                      figure("mflops_per_watt", &Energy::mflops_per_watt, "Mflop/s/W",
                             "10^6 flop of a call / its joules; null for a call without flops")
                          .above(0)
                          .column("Mflop/s per watt", as::fixed(1))
                          .on_request());
}

/// Energy of a measurement. Empty if there are no counters.
struct EnergyUse {
  std::optional<Energy> figures = {};
  std::string missing = {}; ///< reason why there is no figure although there are counters

  /// Returns a copy of the energy with mflops_per_watt added. `mflop_per_call` is the work of one
  /// call of all ranks in 10^6 flop.
  EnergyUse of_work(double mflop_per_call) const {
    auto result = *this;
    if (result.figures && mflop_per_call > 0)
      result.figures->mflops_per_watt = mflop_per_call / result.figures->joules_per_call;
    return result;
  }
};
constexpr auto fields_of(EnergyUse const*) {
  return kitt::fields(field("energy_missing", &EnergyUse::missing,
                            "why the energy is unknown although there are counters")
                          .not_empty()
                          .or_absent(),
                      field("energy", &EnergyUse::figures,
                            "Energy of the packages and the memory of all nodes while samples were "
                            "taken, including other programs on these nodes")
                          .or_absent());
}

/// Time and energy of the samples of one call.
struct Measured {
  Statistics seconds;
  EnergyUse energy = {};
};

} // namespace kitt::perf
