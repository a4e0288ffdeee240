// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/miniapp/benchmarks/pic/particle_setup.hpp"

#include "miniapp/benchmarks/pic/particles/field.hpp"
#include "miniapp/benchmarks/pic/particles/push.hpp"
#include "miniapp/benchmarks/pic/particles/slab_exchange.hpp"
#include "miniapp/benchmarks/pic/particles/start.hpp"
#include "miniapp/benchmarks/pic/particles/wave.hpp"

#include <cmath>
#include <numbers>

using namespace kitt;
using namespace kitt::miniapp;
using namespace kitt::test;

namespace {

constexpr SlabGrid grid{{6, 8, 4}, 0, 4};

/// Copies the planes of the potential that neighbouring slabs would send.
void wrap_potential(ParticleField const& field) {
  Kokkos::deep_copy(field.potential_plane(-1), field.potential_plane(grid.planes - 1));
  Kokkos::deep_copy(field.potential_plane(grid.planes), field.potential_plane(0));
}

/// Returns the value of a wave along an axis at a point.
double wave(int axis, std::array<int, 3> const& point) {
  auto const a = static_cast<std::size_t>(axis);
  return std::cos(2 * std::numbers::pi * point[a] / grid.whole[a]);
}

template <class Visit>
void each_point(Visit const& visit) {
  for (int k = 0; k < grid.planes; ++k)
    for (int j = 0; j < grid.whole[1]; ++j)
      for (int i = 0; i < grid.whole[0]; ++i)
        visit(std::array{i, j, k});
}

} // namespace

// A wave is an eigenvector of Jacobi's sweep: phi' = (s + (4 + 2 cos q) phi) / 6. Its limit is s /
// (2 - 2 cos q) = s / (4 sin^2(q/2)).
TEST_CASE(
    "sweeps approach the potential of a wave of charge at the expected rate, and E is its slope") {
  for (int axis = 0; axis < 3; ++axis) {
    INFO("along axis " << axis);
    double const cosine =
        std::cos(2 * std::numbers::pi / grid.whole[static_cast<std::size_t>(axis)]);
    GridNumbers const charge(grid.sites());
    each_point(
        [&](auto const& x) { charge.view(grid.site(x[0], x[1], x[2])) = 3 * (1 + wave(axis, x)); });
    ParticleField field(grid, kokkos_memory);
    double amplitude = 0;
    ExecutionSpace const exec;
    for (int sweep = 0; sweep < 7; ++sweep) {
      wrap_potential(field);
      field.sweep(exec, charge.view, 3);
      exec.fence("kitt::test: swept");
      amplitude = (1 + (4 + 2 * cosine) * amplitude) / 6;
    }
    double worst = 0;
    each_point([&](auto const& x) {
      auto const phi = field.potential_plane(x[2])(x[1] * grid.whole[0] + x[0]);
      worst = std::max(worst, std::abs(phi - amplitude * wave(axis, x)));
    });
    CHECK(worst < 1e-14);
    wrap_potential(field);
    field.differentiate(exec);
    exec.fence("kitt::test: differentiated");
    worst = 0;
    each_point([&](auto const& x) {
      for (int c = 0; c < 3; ++c) {
        auto before = x;
        auto behind = x;
        --before[static_cast<std::size_t>(c)];
        ++behind[static_cast<std::size_t>(c)];
        auto const expected = amplitude * (wave(axis, before) - wave(axis, behind)) /
                              2; // E is zero along the other axes
        worst = std::max(worst, std::abs(field.field()(static_cast<std::size_t>(
                                             grid.site(x[0], x[1], x[2]) * field_numbers + c)) -
                                         expected));
      }
    });
    CHECK(worst < 1e-14);
    for (int c = 0; c < 3; ++c) // a corner of the grid that is repeated at the end
      CHECK(field.field()(static_cast<std::size_t>(grid.site(6, 8, 1) * field_numbers + c)) ==
            field.field()(static_cast<std::size_t>(grid.site(0, 0, 1) * field_numbers + c)));
  }
}

TEST_CASE("in a uniform field particles accelerate along every axis and across every edge") {
  ExecutionSpace const exec;
  std::array const e{0.25, -0.5, 0.125};
  GridNumbers const field(grid.sites() * field_numbers);
  for (std::size_t s = 0; s < grid.sites(); ++s)
    for (std::size_t c = 0; c < 3; ++c)
      field.view(s * field_numbers + c) = e[c];
  Particle const first{.x = 5.5, .y = 0.25, .z = 3.75, .vx = 1, .vy = -0.25, .vz = 0.5};
  for (auto const points : {RingPoints::one, RingPoints::four})
    for (double const early : {0.5, 1.0}) {
      auto const particles = make_particles({first});
      constexpr int steps = 9;
      for (int step = 0; step < steps; ++step)
        push(exec, particles, grid, points, field.view, {.charge_over_mass = 2, .early = early});
      exec.fence("kitt::test: pushed");
      auto const last = get_particle(particles, 0);
      // If the first kick lasts half a step, the fall is steps^2 / 2. Otherwise it is steps (steps
      // + 1) / 2.
      double const fallen = 2 * (early == 0.5 ? steps * steps / 2.0 : steps * (steps + 1) / 2.0);
      auto const off = [](double a, double b, double extent) {
        return std::abs(std::remainder(a - b, extent));
      };
      CHECK(off(last.x, first.x + first.vx * steps + fallen * e[0], 6) < 1e-13);
      CHECK(off(last.y, first.y + first.vy * steps + fallen * e[1], 8) < 1e-13);
      CHECK(off(last.z, first.z + first.vz * steps + fallen * e[2], 4) < 1e-13);
      CHECK(std::abs(last.vz - (first.vz + 2 * steps * e[2])) < 1e-13);
      CHECK((last.x >= 0 && last.x < 6 && last.y >= 0 && last.y < 8 && last.z >= 0 && last.z < 4));
    }
}

TEST_CASE("the field at a particle is gathered with the weights of the ring's points") {
  ExecutionSpace const exec;
  GridNumbers const field(grid.sites() * field_numbers);
  auto const set = [&](int i, int j, int k) {
    field.view(static_cast<std::size_t>(grid.site(i, j, k) * field_numbers)) = 1;
  };
  set(4, 3, 2);
  auto const kick = [&](RingPoints points, Particle const& at) {
    auto const particles = make_particles({at});
    push(exec, particles, grid, points, field.view, {});
    exec.fence("kitt::test: pushed");
    return get_particle(particles, 0).vx;
  };
  CHECK(std::abs(kick(RingPoints::one, {.x = 3.75, .y = 3.5, .z = 1.25}) - 0.75 * 0.5 * 0.25) <
        1e-15);
  // The point (2.75 + 1.25, 3) is the charged point. The other three points are too far from it.
  CHECK(std::abs(kick(RingPoints::four, {.x = 2.75, .y = 3, .z = 2}) - 0.25) < 1e-15);
}

TEST_CASE(
    "between planes of alternating charge, particles move as in the Parallel Research Kernels") {
  ExecutionSpace const exec;
  Particles particles(1, kokkos_memory);
  start_between_planes(exec, particles, grid);
  for (int step = 1; step <= 25; ++step) {
    push_between_planes(exec, particles, grid);
    exec.fence("kitt::test: pushed");
    CHECK(distance_from_course(exec, particles, grid, step) < 1e-9);
  }
  CHECK(distance_from_course(exec, particles, grid, 24) > 0.5); // the course of another step is far
                                                                // away
  particles.views().y(7) += 1e-6;
  CHECK(distance_from_course(exec, particles, grid, 25) > 0.9e-6);
  particles.views().z(7) = std::nan("");
  CHECK_FALSE(distance_from_course(exec, particles, grid, 25) < 1);
}

TEST_CASE("particles start in their planes, and each id exists once on any slab") {
  std::array const whole{4, 5, 6};
  Particles all(1, kokkos_memory);
  ExecutionSpace const exec;
  start_randomly(exec, all, slab_of(whole, 0, 1), 7, 11);
  exec.fence("kitt::test: started");
  REQUIRE(all.count == 4 * 5 * 6 * 7);
  std::int64_t seen = 0;
  for (int slab = 0; slab < 4; ++slab) { // each slab has 1 or 2 planes
    Particles part(1, kokkos_memory);
    auto const own = slab_of(whole, slab, 4);
    start_randomly(exec, part, own, 7, 11);
    exec.fence("kitt::test: started");
    for (std::int64_t p = 0; p < part.count; ++p, ++seen) {
      auto const a = get_particle(part, p);
      auto const b = get_particle(all, seen);
      REQUIRE(a.id == static_cast<std::uint64_t>(seen + 1));
      REQUIRE((a.id == b.id && a.x == b.x && a.y == b.y && a.z == b.z && a.vx == b.vx));
      REQUIRE((own.holds(a.z) && a.x >= 0 && a.x < 4 && a.y >= 0 && a.y < 5));
      REQUIRE((a.charge >= 1 && a.charge < 2));
    }
  }
  CHECK(seen == all.count);
}

TEST_CASE("particles that leave a slab are found, packed and removed, and the others stay whole") {
  SlabGrid const slab{{4, 4, 12}, 4, 3}; // the slab contains z from 4 to 7
  std::vector<Particle> all;
  std::vector<double> const heights{4, 6.99, 7, 3.99, 5, 11, 0.5, 1, 9.9, 5.5, 7.25};
  for (auto const z : heights)
    all.push_back({.z = z, .vy = 10 * z, .id = all.size() + 1});
  auto particles = make_particles(all);
  ExecutionSpace const exec;
  auto const leavers = find_leavers(exec, particles, slab, 0);
  // Up to 4 planes above the slab and up to 5 below, modulo 12. At 11.5 both ways are equally long.
  CHECK(leavers.above == std::vector<std::int64_t>{2, 5, 8, 10});
  CHECK(leavers.below == std::vector<std::int64_t>{3, 6, 7});
  CHECK(find_leavers(exec, particles, slab, 9).above == std::vector<std::int64_t>{10});
  auto const packed = pack_particles(exec, particles, leavers.below);
  remove_particles(exec, particles, leavers);
  REQUIRE(particles.count == 4);
  std::uint64_t ids = 0;
  for (std::int64_t p = 0; p < 4; ++p) {
    auto const kept = get_particle(particles, p);
    CHECK((slab.holds(kept.z) && kept.vy == 10 * kept.z &&
           kept.z == heights[static_cast<std::size_t>(kept.id - 1)]));
    ids += kept.id;
  }
  CHECK(ids == 1 + 2 + 5 + 10);
  append_particles(exec, particles, packed);
  REQUIRE(particles.count == 7);
  CHECK(get_particle(particles, 4).id == 4);
  CHECK(get_particle(particles, 6).vy == 10);
}

namespace {

constexpr int sweeps = 10;

/// Returns the field of the whole grid for a wave of charge, computed by sweeps.
ParticleField field_of_wave(ChargeWave const& charge_wave) {
  ExecutionSpace const exec;
  GridNumbers const charge(grid.sites());
  set_charge(exec, grid, charge.view, charge_wave, 3);
  ParticleField field(grid, kokkos_memory);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    field.sweep(exec, charge.view, 3);
    exec.fence("kitt::test: swept");
    wrap_potential(field);
  }
  field.differentiate(exec);
  exec.fence("kitt::test: differentiated");
  Kokkos::deep_copy(field.field_plane(grid.planes), field.field_plane(0));
  return field;
}

} // namespace

TEST_CASE("potential and field of a wave of charge follow the formula") {
  ExecutionSpace const exec;
  ChargeWave const charge_wave(grid.whole, sweeps);
  auto const field = field_of_wave(charge_wave);
  CHECK(potential_error(exec, grid, field, charge_wave) < 1e-14);
  CHECK(field_error(exec, grid, field, charge_wave) < 1e-14);
  CHECK(potential_error(exec, grid, field, ChargeWave(grid.whole, sweeps - 1)) > 1e-4);
  field.potential_plane(grid.planes)(9) += 1e-9 * charge_wave.amplitude();
  field.field_plane(grid.planes)(6) += 1e-9 * charge_wave.amplitude();
  CHECK(std::abs(potential_error(exec, grid, field, charge_wave) - 1e-9) < 1e-13);
  CHECK(std::abs(field_error(exec, grid, field, charge_wave) - 1e-9) < 1e-13);
  field.potential_plane(-1)(9) = std::nan("");
  field.field_plane(0)(2) = std::nan("");
  CHECK_FALSE(potential_error(exec, grid, field, charge_wave) < 1);
  CHECK_FALSE(field_error(exec, grid, field, charge_wave) < 1);
}

TEST_CASE("particles in the field of a wave follow their courses, and a particle that does not is "
          "found") {
  ExecutionSpace const exec;
  ChargeWave const charge_wave(grid.whole, sweeps);
  auto const field = field_of_wave(charge_wave);
  for (auto const points : {RingPoints::one, RingPoints::four}) {
    WaveCourse const course{charge_wave, {grid.whole, 2, 8}, points, {.charge_over_mass = 0.1}};
    Particles particles(1, kokkos_memory);
    start_randomly(exec, particles, grid, course.start.per_cell, course.start.seed);
    for (int step = 0; step < 20; ++step)
      push(exec, particles, grid, points, field.field(), course.mover);
    exec.fence("kitt::test: pushed");
    CHECK(distance_from_course(exec, particles, course, 20) < 1e-12);
    CHECK(distance_from_course(exec, particles, course, 19) > 1e-2);
    auto const free = WaveCourse{charge_wave, course.start, points, {.charge_over_mass = 0}};
    CHECK(distance_from_course(exec, particles, free, 20) > 1e-2); // shows that the field matters
    particles.views().vy(5) += 1e-6;
    CHECK(distance_from_course(exec, particles, course, 20) > 0.9e-6);
    particles.views().x(5) = std::nan("");
    CHECK_FALSE(distance_from_course(exec, particles, course, 20) < 1);
  }
}
