// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend/backend_traits.hpp"
#include "core/backend/memory.hpp"

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace kitt::miniapp {

/// View of numbers of particles or of grid points. The view does not own its memory.
template <class T>
using FlatView = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Launch policy over particles. The chunks are static, so that a thread finds its particles in its
/// caches.
using ParticlePolicy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>,
                                           Kokkos::IndexType<std::int64_t>>;

/// The data of particles: one array for each quantity.
struct ParticleViews {
  FlatView<double> x, y, z;    ///< positions in grid distances, within the whole grid
  FlatView<double> vx, vy, vz; ///< velocities in grid distances per step
  FlatView<double> charge;
  FlatView<std::uint64_t> id;
};

/// Words of 8 bytes per particle.
inline constexpr std::size_t particle_words = 8;
inline constexpr std::size_t particle_bytes = particle_words * sizeof(double);

/// The `count` particles of this rank, with room for more.
class Particles {
public:
  Particles() = default;
  Particles(std::int64_t capacity, MemorySource const& source);

  std::int64_t count = 0;

  ParticleViews const& views() const { return views_; }
  std::int64_t capacity() const { return static_cast<std::int64_t>(views_.x.extent(0)); }
  /// Makes room for at least `capacity` particles and keeps the present ones.
  void reserve(std::int64_t capacity);

private:
  ParticleViews views_;
  MemorySource source_;
  std::shared_ptr<void> memory_;
};

/// Returns the capacity for `count` particles plus a reserve for particles that move in.
constexpr std::int64_t with_room(std::int64_t count) {
  return count + count / 16 + 1024;
}

/// Copies particle `source` of `from` to particle `target` of `to`.
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

/// Sums over the particles of this rank. The totals of these sums over all ranks must not change
/// during a simulation.
struct ParticleSums {
  std::uint64_t count = 0;
  std::uint64_t ids = 0; ///< sum of the ids modulo 2^64
  double charge = 0;
};
ParticleSums sum_particles(ExecutionSpace const& exec, Particles const& particles);

/// Returns a view of numbers of the host, for use in kernels. If kernels run on the host, the view
/// has the same memory, so the numbers must outlive all readers of the view.
template <class T>
auto where_kernels_run(std::span<T const> numbers) {
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const here(
      numbers.data(), numbers.size());
  return Kokkos::create_mirror_view_and_copy(MemorySpace(), here);
}

} // namespace kitt::miniapp
