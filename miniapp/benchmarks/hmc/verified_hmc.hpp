// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hmc/hmc_cell.hpp"
#include "miniapp/benchmarks/hmc/hmc_chain.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Chain to measure: its parameters, and how many trajectories it has.
struct HmcPlan {
  HmcParameters parameters;
  std::int64_t done = 0;            ///< trajectories of the chain before this run
  std::int64_t thermalisation = 10; ///< trajectories before the measured ones
  std::int64_t trajectories = 10;   ///< measured trajectories
  std::optional<double> golden_plaquette = {};

  /// Calls of the sampler before its samples. They are the last trajectories of the thermalisation.
  static constexpr std::int64_t warm_up = 3;
};

/// Hybrid Monte Carlo that a benchmark can time and verify. A call makes one trajectory.
class VerifiedHmc {
public:
  static constexpr bool marks_messages = true;
  static constexpr double golden_tolerance = 1e-8;

  /// `start`: links of this rank. Later, `say` is called with each fault of a check, once for all
  /// ranks. Collective.
  VerifiedHmc(SystemPlace const& place, HmcPlan const& plan, GaugeField const& start,
              std::function<void(std::string const&)> say);

  /// Makes the next trajectory. Collective.
  void run();
  /// Returns the seconds spent in trajectories so far.
  double seconds() const { return seconds_; }

  /// The first call thermalises, then checks force, reversibility and order. The second call, after
  /// all trajectories, checks the plaquette and the mean of exp(-dH). Returns the number of faults
  /// on rank 0, and 0 on other ranks. Collective.
  std::size_t wrong_bytes();

  /// Adds all figures except the times of calls to `cell`. Collective.
  void describe(HmcCell& cell) const;

  /// Returns the links of this rank, and the number of trajectories that made them.
  GaugeField links() const { return system_.plain(); }
  std::int64_t done() const { return chain_.done(); }

private:
  std::vector<std::string> result_faults();

  std::function<void(std::string const&)> say_;
  HmcPlan plan_;
  GaugeSystem system_;
  HmcChain chain_;
  std::optional<DynamicsErrors> errors_; ///< set by the first check
  std::vector<Trajectory> measured_;
  HmcPhases phases_;             ///< seconds of this rank in all measured trajectories
  SolverCount solved_;           ///< in all measured trajectories
  std::size_t bytes_before_ = 0; ///< bytes sent before the last trajectory
  std::size_t bytes_of_call_ = 0;
  double seconds_ = 0;
  double unitarity_ = 0;
};

} // namespace kitt::miniapp
