// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/lattice/traversal.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace kitt {

namespace {

Visits to_view(std::vector<Visit> const& list) {
  Visits visits(Kokkos::view_alloc("kitt::core::visits", Kokkos::WithoutInitializing), list.size());
  auto const mirror = Kokkos::create_mirror_view(visits);
  std::copy(list.begin(), list.end(), mirror.data());
  Kokkos::deep_copy(visits, mirror);
  return visits;
}

/// Sites of one parity in the order of tiles, with the start of each tile.
struct Tiles {
  std::vector<int> sites;
  std::vector<std::size_t> begin;
};

Tiles cut(Lattice const& lattice, Parity parity, Extents const& tile) {
  auto const& block = lattice.block();
  Extents tiles{};
  for (std::size_t mu = 0; mu < 4; ++mu)
    tiles[mu] = (block[mu] + tile[mu] - 1) / tile[mu];
  std::vector<std::vector<int>> members(volume(tiles));
  for (int site = 0; site < lattice.sites_per_parity(); ++site) {
    Coordinate x = lattice.coordinate({parity, static_cast<SiteIndex>(site), 0});
    for (std::size_t mu = 0; mu < 4; ++mu)
      x[mu] /= tile[mu];
    members[lexicographic(x, tiles)].push_back(site);
  }
  Tiles result;
  for (auto const& sites : members) {
    result.begin.push_back(result.sites.size());
    result.sites.insert(result.sites.end(), sites.begin(), sites.end());
  }
  result.begin.push_back(result.sites.size());
  return result;
}

} // namespace

Visits make_visits(Lattice const& lattice, Parity parity, int packs_s, Order const& order) {
  Tiles const tiles = cut(lattice, parity, order.tile);
  std::vector<Visit> list;
  for (std::size_t tile = 0; tile + 1 < tiles.begin.size(); ++tile)
    for (int s = 0; s < packs_s; s += std::min(order.s_slice, packs_s))
      for (std::size_t i = tiles.begin[tile]; i < tiles.begin[tile + 1]; ++i)
        list.push_back({tiles.sites[i], static_cast<std::int16_t>(s),
                        static_cast<std::int16_t>(std::min(s + order.s_slice, packs_s))});
  return to_view(list);
}

EdgeVisits visits_at(Kokkos::View<int*, MemorySpace> const& sites, Visits const& visits) {
  auto const edge = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sites);
  auto const all = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), visits);
  std::unordered_set<int> const at_edge(edge.data(), edge.data() + edge.size());
  std::vector<Visit> list;
  std::vector<int> numbers;
  for (int number = 0; number < static_cast<int>(all.size()); ++number)
    if (at_edge.contains(all(number).site)) {
      list.push_back(all(number));
      numbers.push_back(number);
    }
  EdgeVisits result{to_view(list), {"kitt::core::edge_visits", numbers.size()}};
  std::copy(numbers.begin(), numbers.end(), result.numbers.data());
  return result;
}

int EdgeVisits::among_first(int count) const {
  auto const* const begin = numbers.data();
  return static_cast<int>(std::lower_bound(begin, begin + numbers.size(), count) - begin);
}

} // namespace kitt
