// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/pic/particles/particles.hpp"
#include "miniapp/benchmarks/pic/particles/slab_grid.hpp"

#include <memory>
#include <vector>

namespace kitt::test {

using namespace miniapp;

/// The members of a particle, on the host.
struct Particle {
  double x = 0, y = 0, z = 0;
  double vx = 0, vy = 0, vz = 0;
  double charge = 1;
  std::uint64_t id = 0;
};

/// Calls `visit(element of a view, member of a particle)` for each pair. The views are in host
/// memory here.
template <class Visit>
void each_number(ParticleViews const& views, std::int64_t p, Particle& particle,
                 Visit const& visit) {
  visit(views.x(p), particle.x);
  visit(views.y(p), particle.y);
  visit(views.z(p), particle.z);
  visit(views.vx(p), particle.vx);
  visit(views.vy(p), particle.vy);
  visit(views.vz(p), particle.vz);
  visit(views.charge(p), particle.charge);
  visit(views.id(p), particle.id);
}

inline Particles make_particles(std::vector<Particle> all) {
  auto const count = static_cast<std::int64_t>(all.size());
  Particles particles(count, kokkos_memory);
  particles.count = count;
  for (std::int64_t p = 0; p < count; ++p)
    each_number(particles.views(), p, all[static_cast<std::size_t>(p)],
                [](auto& element, auto& member) { element = member; });
  return particles;
}

inline Particle get_particle(Particles const& particles, std::int64_t p) {
  Particle particle;
  each_number(particles.views(), p, particle,
              [](auto& element, auto& member) { member = element; });
  return particle;
}

/// Numbers at the points of a grid, with the memory that holds them.
struct GridNumbers {
  explicit GridNumbers(std::size_t count)
      : memory(kokkos_memory("kitt::test::numbers", count * sizeof(double))),
        view(static_cast<double*>(memory.get()), count) {
    Kokkos::deep_copy(view, 0.0);
  }
  std::shared_ptr<void> memory;
  FlatView<double> view;
};

} // namespace kitt::test
