// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/hmc/gauge_system.hpp"
#include "miniapp/benchmarks/hmc/integrator.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Parameters of a chain of trajectories. Together with the start they determine all links.
struct HmcParameters {
  ActionNumbers action;
  Integrator integrator = Integrator::omelyan;
  double length = 1;   ///< time of a trajectory
  int steps = 10;      ///< integration steps of a trajectory; with quarks, of their force
  int inner_steps = 2; ///< with quarks: steps of the gauge force between two forces of the quarks
  std::uint64_t seed = 1;

  double step() const { return length / steps; }
};

/// Returns how often a trajectory computes the gauge force.
int gauge_forces_of(HmcParameters const& parameters);

/// A trajectory of a chain.
struct Trajectory {
  double delta_h = 0; ///< energy at the end minus energy at the start
  bool accepted = false;
  double plaquette = 0; ///< of the links after the trajectory
};

/// Hybrid Monte Carlo: each trajectory draws momenta and pseudofermions, follows the equations of
/// motion, and accepts the new links with probability min(1, exp(-dH)). Otherwise the links stay.
/// Random numbers depend on the seed and on the number of the trajectory. Source: Duane, Kennedy,
/// Pendleton, Roweth, Phys. Lett. B 195 (1987) 216.
class HmcChain {
public:
  /// `done`: number of trajectories since the start of the chain, 0 for a new chain.
  HmcChain(GaugeSystem& system, HmcParameters const& parameters, std::int64_t done)
      : system_(system), parameters_(parameters), done_(done) {}

  /// Makes the next trajectory. Collective.
  Trajectory next();
  /// Makes the last trajectory again. Returns whether its links agree bit by bit with the links of
  /// this rank. Nothing else may have used the system since. Collective.
  bool repeats_last();
  /// Returns the number of trajectories since the start of the chain.
  std::int64_t done() const { return done_; }

private:
  GaugeSystem& system_;
  HmcParameters parameters_;
  std::int64_t done_;
};

/// Mean and its standard error, from bins of consecutive numbers.
struct BinnedMean {
  double mean = 0;
  double error = 0;
};
/// Returns the mean of numbers that follow each other in a chain. The error is the largest error
/// from bins of 1, 2, 4, ... numbers, with at least 8 bins, because neighbours are correlated.
/// Source: Flyvbjerg, Petersen, J. Chem. Phys. 91 (1989) 461. Requires at least 2 numbers.
BinnedMean binned_mean(std::vector<double> numbers);

/// Deviations of a system from the properties of its equations of motion.
struct DynamicsErrors {
  double ghosts = 0;          ///< GaugeSystem::ghost_error()
  double force = 0;           ///< GaugeSystem::force_error() of plaquettes
  double quark_force = 0;     ///< the same of quarks; 0 without quarks
  double quark_action = 0;    ///< GaugeSystem::quark_action_error(); 0 without quarks
  double returned_links = 0;  ///< largest |dU| after a trajectory and back
  double returned_energy = 0; ///< |dH| / H after a trajectory and back
  double order = 0;           ///< power of the step size with which energy errors vanish
  int expected_order = 2;

  static constexpr double ghost_tolerance = 1e-13;
  static constexpr double force_tolerance = 1e-7;
  static constexpr double action_tolerance = 1e-10;
  static constexpr double links_tolerance = 1e-9;
  static constexpr double energy_tolerance = 1e-12;
  static constexpr double order_tolerance = 0.5;
  /// Returns a sentence for each deviation that exceeds its tolerance.
  std::vector<std::string> faults() const;
};

/// Checks ghosts, force, reversibility and the order of the integrator. The links are the same
/// afterwards. Collective.
DynamicsErrors check_dynamics(GaugeSystem& system, HmcParameters const& parameters);

} // namespace kitt::miniapp
