// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/sort_particles.hpp"

#include <algorithm>
#include <utility>

namespace kitt::miniapp {

namespace {

/// Returns the number of parts into which the particles are divided for counting. One thread counts
/// each part. On a CPU the result is the number of threads. On a GPU the result is large enough to
/// occupy the GPU, and small enough that the counts do not fill its memory.
int parts_of(ExecutionSpace const& exec) {
  if constexpr (BackendTraits<ExecutionSpace>::on_host)
    return exec.concurrency();
  return 512;
}

struct Part {
  std::int64_t begin, end;
};
KOKKOS_INLINE_FUNCTION Part part_of(int part, int parts, std::int64_t count) {
  return {count * part / parts, count * (part + 1) / parts};
}

KOKKOS_FORCEINLINE_FUNCTION std::int64_t cell_of(ParticleViews const& views, std::int64_t p,
                                                 SlabGrid const& grid) {
  auto const k = static_cast<std::int64_t>(views.z(p)) - grid.first_plane;
  auto const j = static_cast<std::int64_t>(views.y(p));
  return (k * grid.whole[1] + j) * grid.whole[0] + static_cast<std::int64_t>(views.x(p));
}

template <class Counts>
void count_cells(ExecutionSpace const& exec, Particles const& particles, SlabGrid const& grid,
                 Counts const& counts) {
  auto const views = particles.views();
  auto const count = particles.count;
  auto const parts = static_cast<int>(counts.extent(0));
  auto const cells = grid.cells();
  Kokkos::parallel_for(
      "kitt::particles::count_cells", SitePolicy(exec, 0, parts), KOKKOS_LAMBDA(int part) {
        for (std::int64_t cell = 0; cell < cells; ++cell)
          counts(part, cell) = 0;
        auto const [begin, end] = part_of(part, parts, count);
        for (auto p = begin; p < end; ++p)
          ++counts(part, cell_of(views, p, grid));
      });
}

/// Replaces counts by positions: the position of the first particle of each cell and part.
template <class Counts>
void place_cells(ExecutionSpace const& exec, Counts const& counts) {
  auto const parts = static_cast<std::int64_t>(counts.extent(0));
  auto const cells = static_cast<std::int64_t>(counts.extent(1));
  Kokkos::parallel_scan(
      "kitt::particles::place_cells", ParticlePolicy(exec, 0, cells),
      KOKKOS_LAMBDA(std::int64_t cell, std::int64_t & before, bool final) {
        for (std::int64_t part = 0; part < parts; ++part) {
          auto const here = counts(part, cell);
          if (final)
            counts(part, cell) = before;
          before += here;
        }
      });
}

template <class Counts>
std::vector<std::int64_t> planes_begin(ExecutionSpace const& exec, Counts const& counts,
                                       SlabGrid const& grid, std::int64_t count) {
  Kokkos::View<std::int64_t*, MemorySpace> const begins("kitt::particles::planes", grid.planes);
  auto const cells = grid.cells_of_plane();
  Kokkos::parallel_for(
      "kitt::particles::planes_begin", SitePolicy(exec, 0, grid.planes),
      KOKKOS_LAMBDA(int k) { begins(k) = counts(0, k * cells); });
  exec.fence("kitt::particles: wait for the first particles of planes");
  auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), begins);
  std::vector<std::int64_t> all(here.data(), here.data() + here.extent(0));
  all.push_back(count);
  return all;
}

template <class Counts>
void move_to_places(ExecutionSpace const& exec, Particles const& from, Particles const& to,
                    SlabGrid const& grid, Counts const& counts) {
  auto const source = from.views();
  auto const target = to.views();
  auto const count = from.count;
  auto const parts = static_cast<int>(counts.extent(0));
  Kokkos::parallel_for(
      "kitt::particles::move_to_places", SitePolicy(exec, 0, parts), KOKKOS_LAMBDA(int part) {
        auto const [begin, end] = part_of(part, parts, count);
        for (auto p = begin; p < end; ++p)
          copy_particle(source, p, target, counts(part, cell_of(source, p, grid))++);
      });
}

} // namespace

std::size_t ParticleSort::scratch_bytes(SlabGrid const& grid, std::int64_t particles) {
  auto const counts =
      grid.cells() * parts_of(ExecutionSpace()) * static_cast<std::int64_t>(sizeof(std::int64_t));
  return static_cast<std::size_t>(with_room(particles)) * particle_bytes +
         static_cast<std::size_t>(counts);
}

std::vector<std::int64_t> ParticleSort::operator()(ExecutionSpace const& exec,
                                                   Particles& particles) {
  if (counts_.extent(0) == 0)
    counts_ =
        Counts(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kitt::particles::counts"),
               static_cast<std::size_t>(parts_of(exec)), static_cast<std::size_t>(grid_.cells()));
  if (sorted_.capacity() < particles.count)
    sorted_ = Particles(particles.capacity(), memory_);
  count_cells(exec, particles, grid_, counts_);
  place_cells(exec, counts_);
  auto begins = planes_begin(exec, counts_, grid_, particles.count);
  move_to_places(exec, particles, sorted_, grid_, counts_);
  exec.fence("kitt::particles: wait until particles are sorted");
  sorted_.count = particles.count;
  std::swap(particles, sorted_);
  return begins;
}

} // namespace kitt::miniapp
