// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/wave.hpp"

#include "core/backend/larger_error.hpp"
#include "miniapp/benchmarks/pic/particles/ring.hpp"

#include <cmath>
#include <numbers>

namespace kitt::miniapp {

namespace {

/// A particle that moves along its known trajectory.
struct Body {
  double place[3];
  double velocity[3];
};

/// Adds the field of a wave at (x, y, z), interpolated between the eight points around it.
KOKKOS_INLINE_FUNCTION void add_field(ChargeWave const& wave, double x, double y, double z,
                                      double share, double (&sum)[3]) {
  int const i = static_cast<int>(Kokkos::floor(x));
  int const j = static_cast<int>(Kokkos::floor(y));
  int const k = static_cast<int>(Kokkos::floor(z));
  for (int corner = 0; corner < 8; ++corner) {
    int const right = corner & 1;
    int const behind = corner >> 1 & 1;
    int const above = corner >> 2;
    double const weight = (right == 1 ? x - i : 1 - x + i) * (behind == 1 ? y - j : 1 - y + j) *
                          (above == 1 ? z - k : 1 - z + k);
    for (int c = 0; c < 3; ++c)
      sum[c] += share * weight * wave.field(c, i + right, j + behind, k + above);
  }
}

KOKKOS_INLINE_FUNCTION void advance(WaveCourse const& course, Body& body) {
  auto const [x, y, z] = body.place;
  double field[3] = {0, 0, 0};
  if (course.points == RingPoints::one) {
    add_field(course.wave, x, y, z, 1, field);
  } else {
    add_field(course.wave, x + ring_radius, y, z, 0.25, field);
    add_field(course.wave, x - ring_radius, y, z, 0.25, field);
    add_field(course.wave, x, y + ring_radius, z, 0.25, field);
    add_field(course.wave, x, y - ring_radius, z, 0.25, field);
  }
  for (int c = 0; c < 3; ++c) {
    double const change = course.mover.charge_over_mass * field[c];
    body.place[c] += body.velocity[c] + course.mover.early * change;
    body.velocity[c] += change;
  }
}

} // namespace

ChargeWave::ChargeWave(std::array<int, 3> const& whole, int sweeps) {
  double factor = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    steps_[c] = 2 * std::numbers::pi / whole[c];
    factor += std::cos(steps_[c]) / 3;
  }
  amplitude_ = (1 - std::pow(factor, sweeps)) / (6 - 6 * factor);
}

void set_charge(ExecutionSpace const& exec, SlabGrid const& grid, FlatView<double> const& charge,
                ChargeWave const& wave, double mean) {
  Kokkos::parallel_for(
      "kitt::particles::set_wave", SitePolicy(exec, 0, grid.planes * grid.whole[1]),
      KOKKOS_LAMBDA(int kj) {
        int const k = kj / grid.whole[1];
        int const j = kj % grid.whole[1];
        for (int i = 0; i < grid.whole[0]; ++i)
          charge(grid.site(i, j, k)) = mean * wave.charge(i, j, grid.first_plane + k);
      });
}

double potential_error(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                       ChargeWave const& wave) {
  double worst = 0;
  for (int k = -1; k <= grid.planes; ++k) {
    auto const plane = field.potential_plane(k);
    double of_plane = 0;
    Kokkos::parallel_reduce(
        "kitt::particles::potential_error",
        SitePolicy(exec, 0, static_cast<int>(grid.cells_of_plane())),
        KOKKOS_LAMBDA(int s, double& largest) {
          double const known =
              wave.potential(s % grid.whole[0], s / grid.whole[0], grid.first_plane + k);
          largest = larger_error(Kokkos::fabs(plane(s) - known), largest);
        },
        Kokkos::Max<double>(of_plane));
    worst = larger_error(of_plane, worst);
  }
  return worst / wave.amplitude();
}

double field_error(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                   ChargeWave const& wave) {
  auto const e = field.field();
  double worst = 0;
  Kokkos::parallel_reduce(
      "kitt::particles::field_error", SitePolicy(exec, 0, static_cast<int>(grid.sites())),
      KOKKOS_LAMBDA(int s, double& largest) {
        int const in_plane = s % grid.plane_sites();
        for (int c = 0; c < 3; ++c) {
          double const known = wave.field(c, in_plane % grid.row(), in_plane / grid.row(),
                                          grid.first_plane + s / grid.plane_sites());
          double const found = e(static_cast<std::int64_t>(s) * field_numbers + c);
          largest = larger_error(Kokkos::fabs(found - known), largest);
        }
      },
      Kokkos::Max<double>(worst));
  return worst / wave.amplitude();
}

double distance_from_course(ExecutionSpace const& exec, Particles const& particles,
                            WaveCourse const& course, std::int64_t steps) {
  auto const views = particles.views();
  double worst = 0;
  Kokkos::parallel_reduce(
      "kitt::particles::distance_from_wave_course", ParticlePolicy(exec, 0, particles.count),
      KOKKOS_LAMBDA(std::int64_t p, double& largest) {
        auto const start = course.start.of(views.id(p));
        Body body{{start.x, start.y, start.z}, {start.vx, start.vy, start.vz}};
        for (std::int64_t step = 0; step < steps; ++step)
          advance(course, body);
        auto const [nx, ny, nz] = course.start.whole;
        double const errors[6] = {periodic_distance(views.x(p), body.place[0], nx),
                                  periodic_distance(views.y(p), body.place[1], ny),
                                  periodic_distance(views.z(p), body.place[2], nz),
                                  Kokkos::fabs(views.vx(p) - body.velocity[0]),
                                  Kokkos::fabs(views.vy(p) - body.velocity[1]),
                                  Kokkos::fabs(views.vz(p) - body.velocity[2])};
        for (double const error : errors)
          largest = larger_error(error, largest);
      },
      Kokkos::Max<double>(worst));
  return worst;
}

} // namespace kitt::miniapp
