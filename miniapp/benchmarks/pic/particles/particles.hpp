// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace kitt::miniapp {

/// Numbers of particles, or of points of a grid, on memory that somebody else owns.
template <class T>
using FlatView = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Launches over particles: static chunks, so that a thread finds its particles in its caches.
using ParticlePolicy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>,
                                           Kokkos::IndexType<std::int64_t>>;

/// What is known of each particle, an array each.
struct ParticleViews {
  FlatView<double> x, y, z;    ///< in distances of grid points, within the whole grid
  FlatView<double> vx, vy, vz; ///< in distances of grid points per step
  FlatView<double> charge;
  FlatView<std::uint64_t> id;
};

/// Words of 8 bytes that a particle takes.
inline constexpr std::size_t particle_words = 8;
inline constexpr std::size_t particle_bytes = particle_words * sizeof(double);

/// Particles of this rank, as many as `count`, and room for more.
class Particles {
public:
  Particles() = default;
  Particles(std::int64_t capacity, MemorySource const& source);

  std::int64_t count = 0;

  ParticleViews const& views() const { return views_; }
  std::int64_t capacity() const { return static_cast<std::int64_t>(views_.x.extent(0)); }
  /// Room for at least so many; those that are here stay.
  void reserve(std::int64_t capacity);

private:
  ParticleViews views_;
  MemorySource source_;
  std::shared_ptr<void> memory_;
};

/// Room for what moves in beside `count` particles.
constexpr std::int64_t with_room(std::int64_t count) {
  return count + count / 16 + 1024;
}

/// One particle becomes a copy of another.
KOKKOS_INLINE_FUNCTION void copy_particle(ParticleViews const& from, std::int64_t source,
                                          ParticleViews const& to, std::int64_t target) {
  to.x(target) = from.x(source);
  to.y(target) = from.y(source);
  to.z(target) = from.z(source);
  to.vx(target) = from.vx(source);
  to.vy(target) = from.vy(source);
  to.vz(target) = from.vz(source);
  to.charge(target) = from.charge(source);
  to.id(target) = from.id(source);
}

/// What must hold for particles of all ranks together, summed over this one's.
struct ParticleSums {
  std::uint64_t count = 0;
  std::uint64_t ids = 0; ///< modulo 2^64
  double charge = 0;
};
ParticleSums sum_particles(ExecutionSpace const& exec, Particles const& particles);

} // namespace kitt::miniapp
