// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/leavers.hpp"

#include "miniapp/benchmarks/pic/particles/host_numbers.hpp"

#include <algorithm>

namespace kitt::miniapp {

namespace {

/// Returns whether a particle at a given height reaches its own slab faster by going down than up.
bool is_below(double z, SlabGrid const& grid) {
  double const extent = grid.whole[2];
  double const down = grid.first_plane - z;
  double const up = z - (grid.first_plane + grid.planes);
  return (down > 0 ? down : down + extent) < (up >= 0 ? up : up + extent);
}

std::int64_t count_leavers(ExecutionSpace const& exec, Particles const& particles,
                           SlabGrid const& grid, std::int64_t first) {
  auto const z = particles.views().z;
  std::int64_t leavers = 0;
  Kokkos::parallel_reduce(
      "kitt::particles::count_leavers", ParticlePolicy(exec, first, particles.count),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t & count) { count += grid.holds(z(p)) ? 0 : 1; },
      leavers);
  return leavers;
}

/// Moves particles from the indices `from` to the indices `to` of the same arrays.
void move_particles(ExecutionSpace const& exec, Particles const& particles,
                    std::vector<std::int64_t> const& from, std::vector<std::int64_t> const& to) {
  auto const source = where_kernels_run<std::int64_t>(from);
  auto const target = where_kernels_run<std::int64_t>(to);
  auto const views = particles.views();
  Kokkos::parallel_for(
      "kitt::particles::fill_holes",
      ParticlePolicy(exec, 0, static_cast<std::int64_t>(from.size())),
      KOKKOS_LAMBDA(std::int64_t n) { copy_particle(views, source(n), views, target(n)); });
  exec.fence("kitt::particles: wait for kernels that read the host's lists");
}

} // namespace

Leavers find_leavers(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
                     std::int64_t first) {
  auto const count = count_leavers(exec, particles, grid, first);
  if (count == 0)
    return {};
  Kokkos::View<std::int64_t*, MemorySpace> const list("kitt::particles::leavers",
                                                      static_cast<std::size_t>(count));
  Kokkos::View<std::int64_t, MemorySpace> const found("kitt::particles::leavers_found");
  auto const z = particles.views().z;
  Kokkos::parallel_for(
      "kitt::particles::find_leavers", ParticlePolicy(exec, first, particles.count),
      KOKKOS_LAMBDA(std::int64_t p) {
        if (!grid.holds(z(p)))
          list(Kokkos::atomic_fetch_add(&found(), std::int64_t{1})) = p;
      });
  exec.fence("kitt::particles: wait for the list of leavers");
  auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), list);
  std::vector<std::int64_t> all(here.data(), here.data() + here.extent(0));
  std::sort(all.begin(), all.end()); // sorted, because threads find leavers in any order
  auto const packed = pack_particles(exec, particles, all);
  Leavers leavers;
  for (std::size_t n = 0; n < all.size(); ++n)
    (is_below(packed[n * particle_words + 2], grid) ? leavers.below : leavers.above)
        .push_back(all[n]);
  return leavers;
}

std::vector<double> pack_particles(ExecutionSpace const& exec, Particles const& particles,
                                   std::vector<std::int64_t> const& indices) {
  std::vector<double> packed(indices.size() * particle_words);
  auto const list = where_kernels_run<std::int64_t>(indices);
  Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const here(
      packed.data(), packed.size());
  auto const words = Kokkos::create_mirror_view(MemorySpace(), here);
  auto const views = particles.views();
  Kokkos::parallel_for(
      "kitt::particles::pack", ParticlePolicy(exec, 0, static_cast<std::int64_t>(indices.size())),
      KOKKOS_LAMBDA(std::int64_t n) {
        auto const p = list(n);
        double const numbers[particle_words] = {
            views.x(p),  views.y(p),  views.z(p),      views.vx(p),
            views.vy(p), views.vz(p), views.charge(p), Kokkos::bit_cast<double>(views.id(p))};
        for (std::size_t word = 0; word < particle_words; ++word)
          words(static_cast<std::size_t>(n) * particle_words + word) = numbers[word];
      });
  exec.fence("kitt::particles: wait until particles are packed");
  Kokkos::deep_copy(here, words);
  return packed;
}

void remove_particles(ExecutionSpace const& exec, Particles& particles, Leavers const& leavers) {
  std::vector<std::int64_t> gone;
  std::merge(leavers.below.begin(), leavers.below.end(), leavers.above.begin(), leavers.above.end(),
             std::back_inserter(gone));
  auto const left = particles.count - static_cast<std::int64_t>(gone.size());
  auto const first_beyond = std::lower_bound(gone.begin(), gone.end(), left);
  std::vector<std::int64_t> const holes(gone.begin(), first_beyond);
  std::vector<std::int64_t> fillers;
  auto next_gone = first_beyond;
  for (auto p = left; p < particles.count; ++p)
    if (next_gone != gone.end() && *next_gone == p)
      ++next_gone;
    else
      fillers.push_back(p);
  move_particles(exec, particles, fillers, holes);
  particles.count = left;
}

void append_particles(ExecutionSpace const& exec, Particles& particles,
                      std::span<double const> packed) {
  auto const first = particles.count;
  auto const added = static_cast<std::int64_t>(packed.size() / particle_words);
  particles.reserve(first + added);
  auto const words = where_kernels_run(packed);
  auto const views = particles.views();
  Kokkos::parallel_for(
      "kitt::particles::append", ParticlePolicy(exec, 0, added), KOKKOS_LAMBDA(std::int64_t n) {
        auto const* const numbers = &words(static_cast<std::size_t>(n) * particle_words);
        auto const p = first + n;
        views.x(p) = numbers[0];
        views.y(p) = numbers[1];
        views.z(p) = numbers[2];
        views.vx(p) = numbers[3];
        views.vy(p) = numbers[4];
        views.vz(p) = numbers[5];
        views.charge(p) = numbers[6];
        views.id(p) = Kokkos::bit_cast<std::uint64_t>(numbers[7]);
      });
  exec.fence("kitt::particles: wait until particles are appended");
  particles.count = first + added;
}

} // namespace kitt::miniapp
