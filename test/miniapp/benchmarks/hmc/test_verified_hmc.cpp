// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_start.hpp"
#include "core/fields/random.hpp"
#include "miniapp/benchmarks/hmc/hmc_cell.hpp"
#include "miniapp/benchmarks/hmc/verified_hmc.hpp"
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"
#include "test/comms/mpi_test.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace kitt;
using namespace kitt::miniapp;
using test::test_world;

namespace {

constexpr Extents whole{4, 4, 4, 4};

/// Calls use(place) for each grid of ranks that leaves each rank even extents.
template <class Use>
void each_place(Use const& use) {
  auto const& world = test_world();
  for (auto const& ranks : test::all_grids(world.size())) {
    if (std::max({ranks[0], ranks[1], ranks[2], ranks[3]}) > 2)
      continue;
    comms::ProcessGrid const grid(ranks, ranks, world.places());
    Extents local{};
    for (std::size_t mu = 0; mu < 4; ++mu)
      local[mu] = whole[mu] / ranks[mu];
    use(SystemPlace{world, grid, comms::volume_of_rank(grid, world.rank(), local)});
  }
}

/// Parameters of trajectories with quarks.
HmcParameters with_quarks(double mass = -0.7, double mu = 0) {
  HmcParameters parameters;
  parameters.action = {.beta = 5.6, .quarks = QuarkMasses{mass, mu}};
  parameters.steps = 5;
  return parameters;
}

std::vector<Trajectory> make_trajectories(SystemPlace const& place, HmcParameters const& parameters,
                                          int count) {
  GaugeSystem system(place, parameters.action, false);
  system.set(hot_gauge(place.volume, parameters.seed));
  HmcChain chain(system, parameters, 0);
  std::vector<Trajectory> all;
  for (int i = 0; i < count; ++i)
    all.push_back(chain.next());
  return all;
}

HmcPlan short_plan(Integrator integrator) {
  HmcPlan plan;
  plan.parameters.integrator = integrator;
  plan.thermalisation = 4;
  plan.trajectories = 3;
  return plan;
}

/// Makes all calls of a benchmark. Returns the number of faults of the last check.
std::size_t run_all(VerifiedHmc& hmc, HmcPlan const& plan) {
  CHECK(hmc.wrong_bytes() == 0);
  for (std::int64_t i = 0; i < HmcPlan::warm_up + plan.trajectories; ++i)
    hmc.run();
  return hmc.wrong_bytes();
}

} // namespace

// The expected values come from `reference_hmc.py --L 4 --trajectories 8 --measured 5`, which
// shares no code with KITT. They hold for any number of ranks.
TEST_CASE("trajectories agree with an independent program on any number of ranks") {
  each_place([](SystemPlace const& place) {
    auto const all = make_trajectories(place, HmcParameters(), 8);
    CHECK(std::abs(all[0].plaquette - 0.270268337717) < 1e-11);
    CHECK(std::abs(all[0].delta_h + 1.72212) < 1e-5);
    CHECK(std::abs(all[6].delta_h + 0.238844) < 1e-6);
    double mean = 0;
    for (int i = 3; i < 8; ++i)
      mean += all[static_cast<std::size_t>(i)].plaquette / 5;
    CHECK(std::abs(mean - 0.484954765903) < 1e-11);
  });
}

// The expected values come from `reference_hmc.py --L 4 --beta 5.6 --steps 5 --mass -0.7`, without
// and with `--mu 0.3`. The solver of each program stops at its own residual, so fewer digits agree.
TEST_CASE("trajectories with quarks agree with an independent program on any number of ranks") {
  struct Expected {
    double mu, first_plaquette, first_delta_h, last_plaquette, last_delta_h;
  };
  each_place([](SystemPlace const& place) {
    for (auto const& expected :
         {Expected{0, 0.264415369184, -0.556906, 0.392503285608, -0.0512837},
          Expected{0.3, 0.264786335501, -0.526775, 0.393099676189, -0.0622013}}) {
      auto const all = make_trajectories(place, with_quarks(-0.7, expected.mu), 3);
      CHECK(std::abs(all[0].plaquette - expected.first_plaquette) < 1e-10);
      CHECK(std::abs(all[0].delta_h - expected.first_delta_h) < 1e-6);
      CHECK(std::abs(all[2].plaquette - expected.last_plaquette) < 1e-10);
      CHECK(std::abs(all[2].delta_h - expected.last_delta_h) < 1e-6);
    }
  });
}

// A trajectory with very heavy quarks and n steps is a trajectory without quarks with 2 n steps,
// because the integrator of Omelyan has two drifts per step.
TEST_CASE("infinitely heavy quarks change nothing") {
  each_place([](SystemPlace const& place) {
    auto heavy = with_quarks(1e8);
    heavy.inner_steps = 1;
    auto none = heavy;
    none.action.quarks.reset();
    none.steps = 2 * heavy.steps;
    auto const a = make_trajectories(place, heavy, 2);
    auto const b = make_trajectories(place, none, 2);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(std::abs(a[i].plaquette - b[i].plaquette) < 1e-12);
      CHECK(std::abs(a[i].delta_h - b[i].delta_h) < 1e-9);
    }
  });
}

TEST_CASE("every integrator passes all checks with quarks") {
  for (auto const integrator :
       {Integrator::leapfrog, Integrator::omelyan, Integrator::force_gradient}) {
    bool first = true; // one grid is enough, because other tests compare grids
    each_place([&](SystemPlace const& place) {
      if (!std::exchange(first, false))
        return;
      auto plan = short_plan(integrator);
      plan.parameters = with_quarks(-0.5, integrator == Integrator::omelyan ? 0.2 : 0);
      plan.parameters.integrator = integrator;
      VerifiedHmc hmc(place, plan, hot_gauge(place.volume, 1),
                      [](std::string const& fault) { FAIL_CHECK(fault); });
      CHECK(run_all(hmc, plan) == 0);
      HmcCell cell;
      cell.mass = "-0.5";
      hmc.describe(cell);
      CHECK(std::abs(cell.order - order_of(integrator)) < 0.3);
      CHECK(*cell.quark_force_error < 1e-8);
      CHECK(*cell.quark_action_error < 1e-12);
      // one for each force, and one for the energy at the end
      CHECK(*cell.solutions == forces_of(integrator, plan.parameters.steps) + 1);
      CHECK(*cell.solver_iterations > 10);
      CHECK(cell.phases.solver_seconds > 0);
      CHECK(cell.phases.quark_force_seconds > 0);
    });
  }
}

TEST_CASE("every integrator passes all checks") {
  for (auto const integrator :
       {Integrator::leapfrog, Integrator::omelyan, Integrator::force_gradient})
    each_place([&](SystemPlace const& place) {
      auto const plan = short_plan(integrator);
      VerifiedHmc hmc(place, plan, hot_gauge(place.volume, 1),
                      [](std::string const& fault) { FAIL_CHECK(fault); });
      CHECK(run_all(hmc, plan) == 0);
      HmcCell cell;
      hmc.describe(cell);
      CHECK(std::abs(cell.order - order_of(integrator)) < 0.3);
      CHECK(cell.force_error < 1e-8);
      CHECK(cell.last_trajectory == plan.thermalisation + plan.trajectories);
      CHECK((cell.bytes_by_messages > 0) == (test_world().size() > 1));
    });
}

TEST_CASE("a plaquette other than the known one is a fault") {
  each_place([](SystemPlace const& place) {
    auto plan = short_plan(Integrator::leapfrog);
    plan.golden_plaquette = 0.4;
    VerifiedHmc hmc(place, plan, hot_gauge(place.volume, 1), [](std::string const&) {});
    CHECK(run_all(hmc, plan) == (test_world().rank() == 0 ? 1U : 0U));
  });
}

TEST_CASE("a chain that starts from the links of another chain continues it bit by bit") {
  each_place([](SystemPlace const& place) {
    HmcParameters const parameters;
    GaugeSystem system(place, parameters.action, false);
    system.set(hot_gauge(place.volume, parameters.seed));
    HmcChain chain(system, parameters, 0);
    for (int i = 0; i < 2; ++i)
      chain.next();
    GaugeSystem other(place, parameters.action, false);
    other.set(system.plain());
    HmcChain continued(other, parameters, chain.done());
    chain.next();
    continued.next();
    CHECK(system.plain().links == other.plain().links);
  });
}

TEST_CASE("each deviation is a fault") {
  DynamicsErrors good;
  good.order = 2;
  CHECK(good.faults().empty());
  for (auto const error :
       {&DynamicsErrors::ghosts, &DynamicsErrors::force, &DynamicsErrors::quark_force,
        &DynamicsErrors::quark_action, &DynamicsErrors::returned_links,
        &DynamicsErrors::returned_energy, &DynamicsErrors::order})
    for (double const value : {1.0, std::nan("")}) {
      auto bad = good;
      bad.*error = value;
      CHECK(bad.faults().size() == 1);
    }
}

TEST_CASE("the binned error of correlated numbers is larger than their naive error") {
  constexpr int count = 1 << 14;
  std::vector<double> independent, correlated;
  double last = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    independent.push_back(counter_uniform(3, i));
    last = 0.9 * last + counter_uniform(3, i);
    correlated.push_back(last);
  }
  auto const naive = std::sqrt(1.0 / 3 / count); // the variance of numbers in [-1, 1) is 1 / 3
  CHECK(binned_mean(independent).error > 0.9 * naive);
  CHECK(binned_mean(independent).error < 2.5 * naive);
  // the mean of x_i = 0.9 x_(i-1) + u_i has the error of u, divided by 1 - 0.9
  CHECK(binned_mean(correlated).error > 7 * naive);
  CHECK(binned_mean(correlated).error < 20 * naive);
  CHECK(std::abs(binned_mean(independent).mean) < 5 * naive);
}
