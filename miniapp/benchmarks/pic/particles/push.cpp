// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/push.hpp"

#include "miniapp/benchmarks/pic/particles/field.hpp"

#include <cmath>

namespace kitt::miniapp {

namespace {

struct Vector {
  double x, y, z;
};

/// Gathers E from the grid, averaged over a ring.
template <RingPoints Points>
struct GatheredField {
  SlabGrid grid;
  FlatView<double> e;
  double factor; ///< charge over mass, divided by the number of ring points

  KOKKOS_FORCEINLINE_FUNCTION Vector operator()(ParticleViews const& views, std::int64_t p) const {
    double const z = views.z(p);
    int const k = static_cast<int>(z);
    double const fz = z - k;
    double const* const plane =
        &e(static_cast<std::int64_t>(grid.site(0, 0, k - grid.first_plane)) * field_numbers);
    auto const row = static_cast<std::int64_t>(grid.row()) * field_numbers;
    auto const above = static_cast<std::int64_t>(grid.plane_sites()) * field_numbers;
    double sum[field_numbers] = {0, 0, 0, 0};
    auto const add = [&](double const* at, double weight, double wx) {
      double const left = weight * (1 - wx);
      double const right = weight * wx;
      for (int c = 0; c < field_numbers; ++c)
        sum[c] += left * at[c] + right * at[field_numbers + c];
    };
    for_ring<Points>(views.x(p), views.y(p), grid, [&](RingPoint const& point) {
      double const* const at = plane + static_cast<std::int64_t>(point.site) * field_numbers;
      add(at, (1 - point.wy) * (1 - fz), point.wx);
      add(at + row, point.wy * (1 - fz), point.wx);
      add(at + above, (1 - point.wy) * fz, point.wx);
      add(at + above + row, point.wy * fz, point.wx);
    });
    return {factor * sum[0], factor * sum[1], factor * sum[2]};
  }
};

/// Adds to `force` the Coulomb force between two charges at distance (y, z). `charges` is the
/// product of the charges.
KOKKOS_FORCEINLINE_FUNCTION void add_coulomb(Vector& force, double charges, double y, double z) {
  double const r2 = y * y + z * z;
  double const strength = charges / (r2 * Kokkos::sqrt(r2));
  force.y += strength * y;
  force.z += strength * z;
}

/// Functor that returns the force on a particle from four charges. The charges are at the corners
/// of the particle's cell in the plane of y and z.
struct ForceOfPlanes {
  KOKKOS_FORCEINLINE_FUNCTION Vector operator()(ParticleViews const& views, std::int64_t p) const {
    int const plane = static_cast<int>(views.z(p));
    double const z = views.z(p) - plane;
    double const y = views.y(p) - static_cast<int>(views.y(p));
    double const charge = views.charge(p);
    Vector force{0, 0, 0};
    for (int above = 0; above < 2; ++above)
      for (int beside = 0; beside < 2; ++beside)
        add_coulomb(force, charge * charge_of_plane(plane + above), y - beside, z - above);
    return force;
  }
};

/// Returns a coordinate wrapped into the periodic range [0, extent), from any distance.
KOKKOS_FORCEINLINE_FUNCTION double wrapped_far(double x, double extent) {
  return wrapped(x - extent * Kokkos::floor(x / extent), extent);
}

template <class Acceleration>
void move(ExecutionSpace const& exec, char const* label, Particles const& particles,
          SlabGrid const& grid, double early, Acceleration const& acceleration) {
  auto const views = particles.views();
  Kokkos::parallel_for(
      label, ParticlePolicy(exec, 0, particles.count), KOKKOS_LAMBDA(std::int64_t p) {
        auto const a = acceleration(views, p);
        auto const step = [&](double& x, double& v, double change, double extent) {
          x = wrapped_far(x + v + early * change, extent);
          v += change;
        };
        step(views.x(p), views.vx(p), a.x, grid.whole[0]);
        step(views.y(p), views.vy(p), a.y, grid.whole[1]);
        step(views.z(p), views.vz(p), a.z, grid.whole[2]);
      });
}

} // namespace

void push(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
          RingPoints points, FlatView<double> const& e, Mover const& mover) {
  constexpr auto const* label = "kitt::particles::push";
  if (points == RingPoints::one)
    move(exec, label, particles, grid, mover.early,
         GatheredField<RingPoints::one>{grid, e, mover.charge_over_mass});
  else
    move(exec, label, particles, grid, mover.early,
         GatheredField<RingPoints::four>{grid, e, mover.charge_over_mass / 4});
}

double unit_charge_between_planes() {
  // The four corners are at a distance of sqrt(1/2), with a z component of 1/2. Each corner pulls
  // or pushes along z.
  double const r2 = 0.5;
  return 2 / (4 * 0.5 / (r2 * std::sqrt(r2)));
}

void push_between_planes(ExecutionSpace const& exec, Particles const& particles,
                         SlabGrid const& grid) {
  move(exec, "kitt::particles::push_between_planes", particles, grid, 0.5, ForceOfPlanes());
}

} // namespace kitt::miniapp
