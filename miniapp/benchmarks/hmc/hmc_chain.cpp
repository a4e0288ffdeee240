// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hmc/hmc_chain.hpp"

#include "core/base/finite.hpp"
#include "core/fields/random.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace kitt::miniapp {

namespace {

/// Streams of random numbers of a chain, apart from the trajectories. Trajectory n uses the streams
/// 2 n and 2 n + 1.
enum class CheckStream : std::uint64_t { force = 1, reversal = 2, order = 3, quarks = 4 };

std::uint64_t check_stream(std::uint64_t seed, CheckStream stream, std::uint64_t number = 0) {
  return counter_bits(~seed, static_cast<std::uint64_t>(stream) + 16 * number);
}

/// Follows the equations of motion, on two time scales if there are quarks.
void follow(GaugeSystem& system, HmcParameters const& parameters, double step, int steps) {
  auto const integrator = parameters.integrator;
  if (system.has_quarks()) {
    integrate_nested(system, ActionPart::quarks, ActionPart::gauge, integrator, step, steps,
                     parameters.inner_steps);
  } else {
    TimeScale single{system, ActionPart::gauge, [&](double time) { system.drift(time); }};
    integrate(single, integrator, step, steps);
  }
}
void follow(GaugeSystem& system, HmcParameters const& parameters) {
  follow(system, parameters, parameters.step(), parameters.steps);
}

/// Returns the root of the mean square of energy errors for several draws of the momenta.
double energy_error(GaugeSystem& system, HmcParameters const& parameters, double step, int steps) {
  constexpr std::uint64_t draws = 3; // the error of a single draw may be small by chance
  double sum = 0;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    system.restore();
    system.draw(check_stream(parameters.seed, CheckStream::order, draw));
    auto const before = system.energy();
    follow(system, parameters, step, steps);
    auto const error = system.energy() - before;
    sum += error * error / draws;
  }
  system.restore();
  return std::sqrt(sum);
}

/// Returns the power of the step size with which energy errors vanish, from a few steps and twice
/// as many of half the size. Takes larger steps if the errors are near rounding errors.
double measure_order(GaugeSystem& system, HmcParameters const& parameters) {
  constexpr double rounding = 1e-12; // of the energy
  constexpr int steps = 4;
  system.restore();
  auto const visible = rounding * std::abs(system.energy());
  auto step = parameters.step();
  auto halved = energy_error(system, parameters, step / 2, 2 * steps);
  for (int doubled = 0; halved < visible && doubled < 3; ++doubled) {
    step *= 2;
    halved = energy_error(system, parameters, step / 2, 2 * steps);
  }
  return std::log2(energy_error(system, parameters, step, steps) / halved);
}

} // namespace

int gauge_forces_of(HmcParameters const& parameters) {
  auto const integrator = parameters.integrator;
  return parameters.action.quarks ? drifts_of(integrator, parameters.steps) *
                                        forces_of(integrator, parameters.inner_steps)
                                  : forces_of(integrator, parameters.steps);
}

Trajectory HmcChain::next() {
  auto const number = static_cast<std::uint64_t>(done_++);
  system_.save();
  system_.draw(counter_bits(parameters_.seed, 2 * number));
  auto const before = system_.energy();
  follow(system_, parameters_);
  Trajectory result;
  result.delta_h = system_.energy() - before;
  auto const chance = // uniform in [0, 1)
      0.5 * (1 + counter_uniform(counter_bits(parameters_.seed, 2 * number + 1), 0));
  // a dH that is not a number is never accepted
  result.accepted = result.delta_h <= 0 || chance < std::exp(-result.delta_h);
  if (result.accepted)
    system_.restore_group();
  else
    system_.restore();
  result.plaquette = system_.plaquette();
  return result;
}

bool HmcChain::repeats_last() {
  auto const result = system_.plain();
  system_.restore();
  --done_;
  next();
  return system_.plain().links == result.links;
}

BinnedMean binned_mean(std::vector<double> numbers) {
  constexpr std::size_t fewest_bins = 8;
  BinnedMean result;
  for (auto const number : numbers)
    result.mean += number / static_cast<double>(numbers.size());
  while (true) {
    auto const n = static_cast<double>(numbers.size());
    double mean = 0;
    for (auto const number : numbers)
      mean += number / n;
    double squares = 0;
    for (auto const number : numbers)
      squares += (number - mean) * (number - mean);
    result.error = std::max(result.error, std::sqrt(squares / (n - 1) / n));
    if (numbers.size() / 2 < fewest_bins)
      return result;
    std::vector<double> pairs(numbers.size() / 2);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      pairs[i] = (numbers[2 * i] + numbers[2 * i + 1]) / 2;
    numbers = std::move(pairs);
  }
}

std::vector<std::string> DynamicsErrors::faults() const {
  std::vector<std::string> found;
  if (!is_within(ghosts, ghost_tolerance))
    found.push_back(fmt::format("plaquettes computed from the ghosts before and behind a site "
                                "differ by {:.2g}, where {:.2g} is allowed",
                                ghosts, ghost_tolerance));
  for (auto const& [name, error] : {std::pair("", force), std::pair(" of the quarks", quark_force)})
    if (!is_within(error, force_tolerance))
      found.push_back(fmt::format("the force{} differs from the numerical derivative of the action "
                                  "by {:.2g} of its size, where {:.2g} is allowed",
                                  name, error, force_tolerance));
  if (!is_within(quark_action, action_tolerance))
    found.push_back(fmt::format("the action of the quarks differs from the norm of their random "
                                "numbers by {:.2g} of its size, where {:.2g} is allowed",
                                quark_action, action_tolerance));
  if (!is_within(returned_links, links_tolerance))
    found.push_back(fmt::format("a link differs by {:.2g} after a trajectory and back, where "
                                "{:.2g} is allowed",
                                returned_links, links_tolerance));
  if (!is_within(returned_energy, energy_tolerance))
    found.push_back(fmt::format("the energy differs by {:.2g} of its size after a trajectory and "
                                "back, where {:.2g} is allowed",
                                returned_energy, energy_tolerance));
  if (!is_within(std::abs(order - expected_order), order_tolerance))
    found.push_back(fmt::format("energy errors vanish with power {:.2f} of the step size, where "
                                "{} +- {:.2g} is expected",
                                order, expected_order, order_tolerance));
  return found;
}

DynamicsErrors check_dynamics(GaugeSystem& system, HmcParameters const& parameters) {
  DynamicsErrors errors;
  errors.expected_order = order_of(parameters.integrator);
  errors.ghosts = system.ghost_error();
  auto const stream = check_stream(parameters.seed, CheckStream::force);
  errors.force = system.force_error(ActionPart::gauge, stream);
  if (system.has_quarks()) {
    errors.quark_force = system.force_error(ActionPart::quarks, stream);
    errors.quark_action =
        system.quark_action_error(check_stream(parameters.seed, CheckStream::quarks));
  }
  system.save();
  system.draw(check_stream(parameters.seed, CheckStream::reversal));
  auto const before = system.energy();
  for (int way = 0; way < 2; ++way) {
    follow(system, parameters);
    system.reverse_momenta();
  }
  errors.returned_energy = std::abs((system.energy() - before) / before);
  errors.returned_links = system.distance_from_saved();
  errors.order = measure_order(system, parameters);
  system.restore();
  return errors;
}

} // namespace kitt::miniapp
