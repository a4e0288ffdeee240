// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/slab_exchange.hpp"

#include "miniapp/benchmarks/pic/particles/particles.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

namespace kitt::miniapp {

namespace {

/// Plane of a field that a rank sends or receives, with its copy on the host. If kernels run on the
/// host, the copy is the same memory.
struct Plane {
  FlatView<double> view;
  FlatView<double>::host_mirror_type here;

  explicit Plane(FlatView<double> const& plane)
      : view(plane), here(Kokkos::create_mirror_view(plane)) {}

  std::span<double const> to_send() const {
    Kokkos::deep_copy(here, view);
    return {here.data(), here.extent(0)};
  }
  std::span<double> to_get() const { return {here.data(), here.extent(0)}; }
  void got() const { Kokkos::deep_copy(view, here); }
};

FlatView<double> charge_plane(SlabGrid const& grid, FlatView<double> const& charge, int k) {
  return {charge.data() + grid.site(0, 0, k), static_cast<std::size_t>(grid.plane_sites())};
}

/// Throws std::runtime_error if a received particle lies outside of the whole grid. No rank could
/// keep such a particle, and its push would read other memory as the field.
void require_on_grid(std::vector<double> const& packed, SlabGrid const& grid) {
  for (std::size_t first = 0; first + particle_words <= packed.size(); first += particle_words)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (auto const place = packed[first + axis]; !(place >= 0 && place < grid.whole[axis]))
        throw std::runtime_error("a particle from a neighbour rank lies outside of the grid (the "
                                 "message was damaged, or the push is wrong): test the network and "
                                 "this MPI, then run again");
}

} // namespace

void add_charge_on_top(ExecutionSpace const& exec, SlabGrid const& grid,
                       FlatView<double> const& charge, comms::SlabMessages& messages) {
  exec.fence("kitt::particles: wait for the charge");
  Plane const top(charge_plane(grid, charge, grid.planes));
  Kokkos::View<double*, MemorySpace> const arrived("kitt::particles::charge_from_below",
                                                   top.view.extent(0));
  Plane const from_below{FlatView<double>(arrived)};
  messages.pass({top.to_send(), from_below.to_get()}, {});
  from_below.got();
  auto const first = charge_plane(grid, charge, 0);
  auto const last = top.view;
  Kokkos::parallel_for(
      "kitt::particles::add_charge", SitePolicy(exec, 0, grid.plane_sites()), KOKKOS_LAMBDA(int s) {
        first(s) += arrived(s);
        last(s) = 0;
      });
  exec.fence("kitt::particles: wait until the charge is added");
}

void fetch_potential(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                     comms::SlabMessages& messages) {
  exec.fence("kitt::particles: wait for the potential");
  Plane const first(field.potential_plane(0));
  Plane const last(field.potential_plane(grid.planes - 1));
  Plane const below(field.potential_plane(-1));
  Plane const above(field.potential_plane(grid.planes));
  messages.pass({last.to_send(), below.to_get()}, {first.to_send(), above.to_get()});
  below.got();
  above.got();
}

void fetch_field(ExecutionSpace const& exec, SlabGrid const& grid, ParticleField const& field,
                 comms::SlabMessages& messages) {
  exec.fence("kitt::particles: wait for the field");
  Plane const first(field.field_plane(0));
  Plane const top(field.field_plane(grid.planes));
  messages.pass({}, {first.to_send(), top.to_get()});
  top.got();
}

int shift_particles(ExecutionSpace const& exec, Particles& particles, SlabGrid const& grid,
                    comms::SlabMessages& messages) {
  exec.fence("kitt::particles: wait for the push");
  auto const& world = messages.world();
  if (world.size() == 1)
    return 0; // the slab is the whole grid, so no particle leaves it
  int passes = 0;
  auto leavers = find_leavers(exec, particles, grid, 0);
  do {
    comms::SlabMessages::Lists const out{pack_particles(exec, particles, leavers.below),
                                         pack_particles(exec, particles, leavers.above)};
    remove_particles(exec, particles, leavers);
    auto const in = messages.pass_lists(out);
    require_on_grid(in.below, grid);
    require_on_grid(in.above, grid);
    auto const first = particles.count; // particles before this index are in their own slab
    append_particles(exec, particles, in.below);
    append_particles(exec, particles, in.above);
    leavers = find_leavers(exec, particles, grid, first);
    ++passes;
  } while (world.max(static_cast<double>(leavers.below.size() + leavers.above.size())) > 0);
  return passes;
}

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
