// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "miniapp/benchmarks/pic/verified_pic.hpp"
#include "test/catch.hpp"
#include "test/comms/mpi_test.hpp"

#include <cmath>

using namespace kitt;
using namespace kitt::miniapp;
using test::test_world;

namespace {

constexpr PicShape shape{.grid = {8, 6, 14}, .particles_per_cell = 4, .steps = 5};

PicSimulation simulation_of(PicShape const& what = shape) {
  return {test_world(), what, kokkos_memory, 3};
}

/// Returns the errors that are found after a step, if `spoil` changes rank 0's part before the
/// check.
template <class Spoil>
PicErrors errors_if(Spoil const& spoil) {
  auto simulation = simulation_of();
  PicPhases phases;
  simulation.step(phases);
  PicErrors errors;
  check_sums(simulation, errors);
  CHECK(errors.faults().empty());
  if (test_world().rank() == 0)
    spoil(simulation);
  check_sums(simulation, errors);
  return errors;
}

/// Returns the sum of the charge of all ranks, each point with its own weight.
double weighted_charge(PicSimulation const& simulation) {
  auto const grid = simulation.grid();
  double sum = 0;
  for (int k = 0; k < grid.planes; ++k)
    for (int j = 0; j < grid.whole[1]; ++j)
      for (int i = 0; i < grid.whole[0]; ++i)
        sum += simulation.charge()(static_cast<std::size_t>(grid.site(i, j, k))) *
               std::sin(1.0 + i + 3 * j + 7 * (grid.first_plane + k));
  return test_world().sum(sum);
}

} // namespace

TEST_CASE("every deposition method passes all checks before and after timing") {
  for (auto const deposition : {Deposition::scatter, Deposition::atomic, Deposition::sorted})
    for (auto const points : {RingPoints::one, RingPoints::four}) {
      auto what = shape;
      what.deposition = deposition;
      what.points = points;
      VerifiedPic pic(test_world(), what, kokkos_memory, 3,
                      [](std::string const& fault) { FAIL_CHECK(fault); });
      CHECK(pic.wrong_bytes() == 0);
      pic.run();
      pic.run();
      CHECK(pic.seconds() > 0);
      CHECK(pic.wrong_bytes() == 0);
      PicCell cell;
      cell.particles = static_cast<std::size_t>(what.all_particles());
      pic.describe(cell);
      CHECK(cell.verification_error <= 1e-12);
      CHECK(cell.trajectory_error <= 1e-9);
      CHECK(cell.imbalance >= 1);
      CHECK(cell.phases.push_seconds > 0);
      CHECK((cell.bytes_by_messages > 0) == (test_world().size() > 1));
    }
}

TEST_CASE("a simulation gives equal charge for every deposition method and after a restart") {
  std::vector<double> found;
  for (auto const deposition : {Deposition::scatter, Deposition::atomic, Deposition::sorted}) {
    auto what = shape;
    what.deposition = deposition;
    auto simulation = simulation_of(what);
    PicPhases phases;
    for (int again = 0; again < 2; ++again) {
      simulation.start();
      for (int step = 0; step < 5; ++step)
        simulation.step(phases);
      found.push_back(weighted_charge(simulation));
    }
  }
  for (auto const value : found)
    CHECK(std::abs(value - found.front()) < 1e-9);
  // this value is reached on 1, 2, 3, 4 and 6 ranks
  CHECK(std::abs(found.front() - 0) > 1e-3);
}

TEST_CASE("a lost particle, an extra particle and an exchanged particle are found") {
  CHECK(errors_if([](PicSimulation& s) { --s.particles().count; }).particles_lost == 1);
  CHECK(errors_if([](PicSimulation& s) {
          s.particles().reserve(s.particles().count + 1);
          auto const views = s.particles().views();
          copy_particle(views, 0, views, s.particles().count++);
        }).particles_lost == -1);
  auto const other = errors_if([](PicSimulation& s) { s.particles().views().id(0) += 3; });
  CHECK(other.particles_lost == 0);
  CHECK(other.ids_differ);
  CHECK(other.faults().size() == 1);
}

TEST_CASE("missing charge, negative charge and charge that is NaN are found") {
  auto const all = static_cast<double>(shape.all_particles()) * 1.5;
  auto const gone = errors_if([&](PicSimulation& s) { s.charge()(0) += 1e-11 * all; });
  CHECK(gone.charge > 5e-12);
  CHECK(gone.faults().size() == 1);
  auto const negative = errors_if([](PicSimulation& s) {
    s.charge()(1) += s.charge()(0) + 1;
    s.charge()(0) = -1;
  });
  CHECK(negative.charge <= 1e-12);
  CHECK(negative.negative_points == 1);
  auto const unknown = errors_if([](PicSimulation& s) { s.charge()(0) = std::nan(""); });
  CHECK(unknown.faults().size() == 2);
}

TEST_CASE("known trajectories are followed, and a fault states the deviation") {
  auto simulation = simulation_of();
  CHECK(trajectory_error(simulation, 9, kokkos_memory) <= 1e-9);
  CHECK(PicErrors{.trajectory = 2e-9}.faults().size() == 1);
  CHECK(PicErrors{.trajectory = std::nan("")}.faults().size() == 1);
  CHECK(PicErrors{}.faults().empty());
}

TEST_CASE("a known wave passes, and each kind of fault has its own message") {
  for (auto const points : {RingPoints::one, RingPoints::four}) {
    auto what = shape;
    what.points = points;
    auto simulation = simulation_of(what);
    PicErrors errors;
    check_wave(simulation, 9, kokkos_memory, errors);
    CHECK(errors.faults().empty());
    CHECK(errors.trajectory < 1e-12);
  }
  CHECK(PicErrors{.potential = 2e-11}.faults().size() == 1);
  CHECK(PicErrors{.field = 2e-11}.faults().size() == 1);
  CHECK(PicErrors{.field = std::nan("")}.faults().size() == 1);
  PicErrors differ;
  differ.messages_differ = true;
  CHECK(differ.faults().size() == 1);
}

TEST_CASE("a restarted simulation ends in the same state, and a changed velocity changes the end") {
  auto simulation = simulation_of();
  auto const end = [&](double kick) {
    simulation.start();
    if (test_world().rank() == 0)
      simulation.particles().views().vx(3) += kick;
    PicPhases phases;
    for (int step = 0; step < 5; ++step)
      simulation.step(phases);
    return state_of(simulation) / static_cast<double>(shape.all_particles());
  };
  auto const first = end(0);
  CHECK(std::abs(end(0) - first) <= PicErrors::end_tolerance);
  CHECK(std::abs(end(1e-6) - first) > PicErrors::end_tolerance);
}
