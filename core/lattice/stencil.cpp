// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/lattice/stencil.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <string>

namespace kitt {

namespace {

Stencil::Sites to_view(std::string const& label, std::vector<int> const& numbers) {
  Stencil::Sites sites(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), numbers.size());
  auto const mirror = Kokkos::create_mirror_view(sites);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    mirror(i) = numbers[i];
  Kokkos::deep_copy(sites, mirror);
  return sites;
}

/// Lets the threads that will read the table touch its memory before the host writes it. The memory
/// is thus near the threads that read the table.
void touch(Stencil::Table const& table) {
  ExecutionSpace const exec;
  Kokkos::parallel_for(
      "kitt::core::stencil::touch", SitePolicy(exec, 0, static_cast<int>(table.extent(0))),
      KOKKOS_LAMBDA(int site) {
        for (int leg = 0; leg < legs; ++leg)
          table(site, leg) = Neighbour();
      });
  exec.fence("kitt::core::stencil: touched before the host writes");
}

/// Returns the number of the block of `extent` sites in which a hop over `hop` sites ends at
/// coordinate `end`. The hop starts in block 0.
int block_of(int end, int extent, int hop) {
  return (end + hop * extent) / extent - hop;
}

} // namespace

Stencil::Stencil(Lattice const& lattice, Splitting const& splitting, int hop, int depth)
    : lattice_(lattice), splitting_(splitting), hop_(hop), depth_(depth) {
  KITT_EXPECT(hop > 0 && hop % 2 == 1 && depth >= hop);
  auto const least = least_block(splitting, depth);
  for (std::size_t mu = 0; mu < dimensions; ++mu)
    KITT_VALIDATE(
        lattice.block()[mu] >= least[mu],
        "the lattice " + to_string(lattice.extents()) + " with lanes " +
            to_string(lattice.lane_grid()) + " is too short for hops over " +
            std::to_string(depth) +
            " sites in directions split among ranks (hops must end in the next sub-lattice): "
            "choose larger extents or fewer ranks, so that sub-lattices have extents " +
            to_string(least) + " or more");
  build(Parity::even);
  build(Parity::odd);
}

std::vector<int> Stencil::find_face_sources(Parity target, int leg) const {
  auto const mu = static_cast<std::size_t>(leg / 2);
  std::vector<int> sources;
  if (splitting_[mu] == Continues::here)
    return sources;
  for (int site = 0; site < lattice_.sites_per_parity(); ++site) {
    int const y = lattice_.coordinate({opposite(target), static_cast<SiteIndex>(site), 0})[mu];
    if (hop_of(leg) == Hop::forward ? y < depth_ : y >= lattice_.block()[mu] - depth_)
      sources.push_back(site);
  }
  return sources;
}

void Stencil::build(Parity target) {
  auto const& block = lattice_.block();
  int const sites = lattice_.sites_per_parity();
  Table table(Kokkos::view_alloc("kitt::core::stencil", Kokkos::WithoutInitializing), sites);
  touch(table);
  auto const mirror = Kokkos::create_mirror_view(table);
  std::vector<int> boundary;
  std::array<std::vector<int>, legs> sources;
  for (int leg = 0; leg < legs; ++leg)
    sources[static_cast<std::size_t>(leg)] = find_face_sources(target, leg);
  auto const slot = [&](int leg, int source) { // binary search: sources are in ascending order
    auto const& face = sources[static_cast<std::size_t>(leg)];
    return static_cast<int>(std::ranges::lower_bound(face, source) - face.begin());
  };

  for (int site = 0; site < sites; ++site) {
    Coordinate const x = lattice_.coordinate({target, static_cast<SiteIndex>(site), 0});
    bool any_remote = false;
    for (int leg = 0; leg < legs; ++leg) {
      auto const mu = static_cast<std::size_t>(leg / 2);
      int const end = hop_of(leg) == Hop::forward ? x[mu] + hop_ : x[mu] - hop_;
      int const edges = block_of(end, block[mu], hop_); // sub-lattice edges that the hop crosses
      Coordinate y = x;
      y[mu] = end - edges * block[mu];
      int const source = to_int(lattice_.place(y).site);
      if (edges != 0 && splitting_[mu] == Continues::elsewhere) {
        mirror(site, leg) = {Neighbour::Kind::remote, slot(leg, source)};
        any_remote = true;
      } else {
        bool const permuted = edges % 2 != 0 && lattice_.lane_grid()[mu] == 2;
        mirror(site, leg) = {permuted ? Neighbour::Kind::permuted : Neighbour::Kind::direct,
                             source};
      }
    }
    if (any_remote)
      boundary.push_back(site);
  }

  Kokkos::deep_copy(table, mirror);
  tables_[index(target)] = table;
  boundaries_[index(target)] = to_view("kitt::core::boundary", boundary);
  for (std::size_t leg = 0; leg < legs; ++leg)
    face_sources_[index(target)][leg] = to_view("kitt::core::face_sources", sources[leg]);
}

Extents least_block(Splitting const& splitting, int depth) {
  Extents least{2, 2, 2, 2};
  for (std::size_t mu = 0; mu < dimensions; ++mu)
    if (splitting[mu] == Continues::elsewhere)
      least[mu] = std::max(2, depth + depth % 2); // rounded up, because extents are even
  return least;
}

} // namespace kitt
