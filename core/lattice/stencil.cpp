// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/lattice/stencil.hpp"

#include <string>
#include <vector>

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

/// Lets the threads that will read the table touch its memory before the host writes it.
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

} // namespace

Stencil::Stencil(Lattice const& lattice, Splitting const& splitting)
    : lattice_(lattice), splitting_(splitting) {
  build(Parity::even);
  build(Parity::odd);
}

void Stencil::build(Parity target) {
  auto const& block = lattice_.block();
  int const sites = lattice_.sites_per_parity();
  Table table(Kokkos::view_alloc("kitt::core::stencil", Kokkos::WithoutInitializing), sites);
  touch(table);
  auto const mirror = Kokkos::create_mirror_view(table);
  std::vector<int> boundary;
  std::array<std::vector<int>, legs> sources;

  for (int site = 0; site < sites; ++site) {
    Coordinate const x = lattice_.coordinate({target, static_cast<SiteIndex>(site), 0});
    bool any_remote = false;
    for (int leg = 0; leg < legs; ++leg) {
      auto const mu = static_cast<std::size_t>(leg / 2);
      int const step = leg == leg_of(leg / 2, Hop::forward) ? 1 : -1;
      Coordinate y = x;
      y[mu] = (x[mu] + step + block[mu]) % block[mu];
      bool const over_edge = y[mu] != x[mu] + step;
      int const source = to_int(lattice_.place(y).site);
      auto& face = sources[static_cast<std::size_t>(leg)];
      if (over_edge && splitting_[mu] == Continues::elsewhere) {
        mirror(site, leg) = {Neighbour::Kind::remote, static_cast<int>(face.size())};
        face.push_back(source);
        any_remote = true;
      } else {
        bool const permuted = over_edge && lattice_.lane_grid()[mu] == 2;
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

} // namespace kitt
