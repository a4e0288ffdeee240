// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/verified_hmc.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/fields/gauge_observables.hpp"
#include "core/gauge_action/plaquette_action.hpp"

#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr std::size_t fewest_for_errors = 16; ///< trajectories
/// trajectories after which the start of a chain is taken to be forgotten
constexpr std::int64_t trajectories_to_equilibrium = 50;
constexpr double most_sigmas = 5; ///< allowed distance of the mean of exp(-dH) from 1
constexpr double unitarity_tolerance = 1e-13;

template <class Value>
std::vector<double> values(std::vector<Trajectory> const& trajectories, Value const& value) {
  std::vector<double> list;
  for (auto const& trajectory : trajectories)
    list.push_back(value(trajectory));
  return list;
}

/// Returns whether the mean of exp(-dH) of the measured trajectories must be 1.
bool is_in_equilibrium(HmcPlan const& plan) {
  return plan.done + plan.thermalisation >= trajectories_to_equilibrium &&
         plan.trajectories >= static_cast<std::int64_t>(fewest_for_errors);
}

BinnedMean mean_plaquette(std::vector<Trajectory> const& trajectories) {
  return binned_mean(values(trajectories, [](Trajectory const& t) { return t.plaquette; }));
}

BinnedMean mean_exponential(std::vector<Trajectory> const& trajectories) {
  return binned_mean(
      values(trajectories, [](Trajectory const& t) { return std::exp(-t.delta_h); }));
}

} // namespace

VerifiedHmc::VerifiedHmc(SystemPlace const& place, HmcPlan const& plan, GaugeField const& start,
                         std::function<void(std::string const&)> say)
    : say_(std::move(say)), plan_(plan),
      system_(place, plan.parameters.action,
              plan.parameters.integrator == Integrator::force_gradient),
      chain_(system_, plan_.parameters, plan.done) {
  system_.set(start);
}

void VerifiedHmc::run() {
  bytes_before_ = system_.bytes_sent();
  auto const solved_before = system_.solved();
  static_cast<void>(system_.take_seconds());
  auto const begin = comms::machine_seconds();
  auto const trajectory = chain_.next();
  seconds_ += comms::machine_seconds() - begin;
  if (chain_.done() <= plan_.done + plan_.thermalisation)
    return;
  auto const parts = system_.take_seconds();
  for (auto const phase : all_hmc_phases)
    phases_.*phase += parts.*phase;
  solved_.solutions += system_.solved().solutions - solved_before.solutions;
  solved_.iterations += system_.solved().iterations - solved_before.iterations;
  bytes_of_call_ = system_.bytes_sent() - bytes_before_;
  measured_.push_back(trajectory);
}

std::vector<std::string> VerifiedHmc::result_faults() {
  std::vector<std::string> found;
  auto const planned = static_cast<std::size_t>(plan_.trajectories);
  if (measured_.size() != planned)
    throw InternalError(
        fmt::format("{} trajectories were measured instead of {}", measured_.size(), planned));
  unitarity_ = system_.world().max(error_or_infinity(unitarity_error(system_.plain()).unitarity));
  if (!is_within(unitarity_, unitarity_tolerance))
    found.push_back(fmt::format("a link differs from a unitary matrix by {:.2g}, where {:.2g} is "
                                "allowed",
                                unitarity_, unitarity_tolerance));
  if (system_.world().max(chain_.repeats_last() ? 0 : 1) > 0)
    found.emplace_back("the last trajectory has other links when it is repeated");
  auto const plaquette = mean_plaquette(measured_).mean;
  if (!is_finite(plaquette))
    found.emplace_back("the plaquette is not a number");
  if (plan_.golden_plaquette &&
      !is_within(std::abs(plaquette - *plan_.golden_plaquette), golden_tolerance))
    found.push_back(fmt::format("the plaquette is {:.12f}, where {:.12f} +- {:.0e} is known",
                                plaquette, *plan_.golden_plaquette, golden_tolerance));
  if (is_in_equilibrium(plan_)) {
    auto const [mean, error] = mean_exponential(measured_);
    if (!is_within(std::abs(mean - 1), most_sigmas * error))
      found.push_back(fmt::format("the mean of exp(-dH) is {:.4f} +- {:.4f}, where 1 is expected "
                                  "(within {} errors)",
                                  mean, error, most_sigmas));
  }
  return found;
}

std::size_t VerifiedHmc::wrong_bytes() {
  std::vector<std::string> faults;
  if (!errors_) {
    comms::MessageChecks messages;
    system_.note_in(&messages);
    while (chain_.done() < plan_.done + plan_.thermalisation - HmcPlan::warm_up)
      chain_.next();
    errors_ = check_dynamics(system_, plan_.parameters);
    faults = errors_->faults();
    system_.note_in(nullptr);
    if (!messages.agree(system_.world()))
      faults.emplace_back("links of a neighbour rank arrived with other contents than were sent");
  } else {
    faults = result_faults();
  }
  for (auto const& fault : faults)
    say_(fault);
  return system_.world().rank() == 0 ? faults.size() : 0;
}

void VerifiedHmc::describe(HmcCell& cell) const {
  auto const& world = system_.world();
  auto const count = static_cast<double>(measured_.size());
  for (auto const phase : all_hmc_phases)
    cell.phases.*phase = world.max(phases_.*phase / count);
  auto const flops =
      plaquette_force_flops_per_site * system_.sites() * gauge_forces_of(plan_.parameters);
  cell.force_gflops_per_s_per_node = flops / cell.phases.force_seconds * 1e-9 / world.nodes();
  cell.bytes_by_messages = static_cast<std::size_t>(world.max(static_cast<double>(bytes_of_call_)));
  cell.last_trajectory = chain_.done();
  auto const plaquette = mean_plaquette(measured_);
  cell.plaquette = plaquette.mean;
  cell.golden_plaquette = plan_.golden_plaquette;
  double accepted = 0;
  for (auto const& trajectory : measured_) {
    accepted += trajectory.accepted ? 1 : 0;
    cell.mean_delta_h += trajectory.delta_h / count;
  }
  cell.acceptance = accepted / count;
  if (measured_.size() >= fewest_for_errors)
    cell.plaquette_error = plaquette.error;
  if (is_in_equilibrium(plan_)) {
    auto const [mean, error] = mean_exponential(measured_);
    cell.exp_minus_delta_h = mean;
    cell.exp_minus_delta_h_error = error;
  }
  cell.force_error = errors_->force;
  if (system_.has_quarks()) {
    cell.quark_force_error = errors_->quark_force;
    cell.quark_action_error = errors_->quark_action;
    cell.solutions = static_cast<double>(solved_.solutions) / count;
    cell.solver_iterations =
        static_cast<double>(solved_.iterations) / static_cast<double>(solved_.solutions);
  }
  cell.reversibility_links = errors_->returned_links;
  cell.reversibility_energy = errors_->returned_energy;
  cell.order = errors_->order;
  cell.unitarity_error = unitarity_;
  cell.verification_error =
      plan_.golden_plaquette ? std::abs(plaquette.mean - *plan_.golden_plaquette) : errors_->force;
  cell.verification_tolerance =
      plan_.golden_plaquette ? golden_tolerance : DynamicsErrors::force_tolerance;
}

} // namespace kitt::miniapp
