// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/particles/slab_exchange.hpp"

#include "miniapp/benchmarks/pic/particles/leavers.hpp"

#include <span>
#include <stdexcept>

namespace kitt::miniapp {

namespace {

/// Plane of a field that a rank sends or receives, with its copy on the host. If kernels run on the
/// host, the copy is the same memory.
struct Plane {
  FlatView<double> view;
  FlatView<double>::HostMirror here;

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

} // namespace kitt::miniapp
