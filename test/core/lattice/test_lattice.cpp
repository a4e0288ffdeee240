// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/lattice/lattice.hpp"
#include "core/lattice/stencil.hpp"
#include "core/lattice/traversal.hpp"
#include "test/catch.hpp"

#include <map>
#include <set>
#include <tuple>

using namespace kitt;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Case {
  Extents extents;
  LaneGrid lanes;
};

Case const cases[] = {
    {{4, 4, 4, 8}, {1, 1, 1, 1, 1}},  {{4, 6, 2, 10}, {1, 1, 1, 1, 4}},
    {{8, 4, 12, 4}, {2, 1, 2, 1, 1}}, {{4, 8, 4, 8}, {2, 2, 2, 2, 1}},
    {{6, 4, 4, 8}, {1, 2, 1, 2, 1}},  {{2, 4, 12, 2}, {1, 2, 2, 1, 1}},
};

auto key(Lattice::Place const& place) {
  return std::tuple(static_cast<int>(place.parity), to_int(place.site), place.lane);
}

} // namespace

TEST_CASE("each place in memory corresponds to one coordinate") {
  for (auto const& [extents, lanes] : cases) {
    Lattice const lattice(extents, lanes);
    std::set<std::tuple<int, int, int>> seen;
    for (std::size_t i = 0; i < volume(extents); ++i) {
      Coordinate const x = coordinate_of(i, extents);
      CHECK(lexicographic(x, extents) == i);
      auto const place = lattice.place(x);
      CHECK(static_cast<int>(place.parity) == (x[0] + x[1] + x[2] + x[3]) % 2);
      CHECK(to_int(place.site) < lattice.sites_per_parity());
      CHECK(place.lane < lattice.lanes_4d());
      CHECK(lattice.coordinate(place) == x);
      seen.insert(key(place));
    }
    CHECK(seen.size() == volume(extents));
  }
}

TEST_CASE("the stencil gives the right neighbours in every lane") {
  int const hop = GENERATE(1, 3);
  for (auto const& [extents, lanes] : cases) {
    Lattice const lattice(extents, lanes);
    Stencil const stencil(lattice, not_split, hop);
    for (Parity const target : {Parity::even, Parity::odd}) {
      auto const table =
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), stencil.table(target));
      for (int site = 0; site < lattice.sites_per_parity(); ++site)
        for (int lane = 0; lane < lattice.lanes_4d(); ++lane)
          for (int leg = 0; leg < legs; ++leg) {
            int const mu = leg / 2;
            Coordinate x = lattice.coordinate({target, SiteIndex{site}, lane});
            x[mu] = (x[mu] + (leg % 2 == 0 ? hop : -hop) + 2 * extents[mu]) % extents[mu];
            Neighbour const neighbour = table(site, leg);
            int const from = neighbour.permuted() ? lane ^ lattice.lane_distance(mu) : lane;
            CHECK(!neighbour.remote());
            CHECK(lattice.coordinate({opposite(target), SiteIndex{neighbour.index()}, from}) == x);
          }
      CHECK(stencil.boundary(target).extent(0) == 0);
    }
  }
}

TEST_CASE("three-site hops that would end beyond the next sub-lattice are refused") {
  Splitting const in_t{Continues::here, Continues::here, Continues::here, Continues::elsewhere};
  CHECK_NOTHROW(Stencil({{2, 2, 2, 4}, {1, 1, 1, 1, 1}}, in_t, 3));
  CHECK_THROWS_WITH(Stencil({{4, 4, 4, 2}, {1, 1, 1, 1, 1}}, in_t, 3),
                    ContainsSubstring("4.4.4.2") && ContainsSubstring("2.2.2.4 or more"));
  CHECK_THROWS_AS(Stencil({{4, 4, 4, 4}, {1, 1, 1, 2, 1}}, in_t, 3), UserError);
}

TEST_CASE("faces hold the sites beyond an edge where one-site and three-site hops end") {
  Lattice const lattice({8, 4, 6, 4}, {2, 1, 1, 1, 1});
  Splitting const splitting{Continues::elsewhere, Continues::here, Continues::elsewhere,
                            Continues::here};
  int const hop = GENERATE(1, 3);
  Stencil const stencil(lattice, splitting, hop, 3);
  auto const& block = lattice.block();
  for (Parity const target : {Parity::even, Parity::odd}) {
    auto const table =
        Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), stencil.table(target));
    for (int leg = 0; leg < legs; ++leg) {
      int const mu = leg / 2;
      auto const sources = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(),
                                                               stencil.face_sources(target, leg));
      bool const split = splitting[mu] == Continues::elsewhere;
      CHECK(sources.extent(0) == (split ? 3 * volume(block) / block[mu] / 2 : 0));
      std::size_t remote = 0;
      for (int site = 0; site < lattice.sites_per_parity(); ++site)
        if (table(site, leg).remote()) {
          ++remote;
          Coordinate x = lattice.coordinate({target, SiteIndex{site}, 0});
          x[mu] = (x[mu] + (leg % 2 == 0 ? hop : -hop) + block[mu]) % block[mu];
          SiteIndex const source{sources(table(site, leg).index())};
          CHECK(lattice.coordinate({opposite(target), source, 0}) == x);
        }
      CHECK(remote == (split ? hop * volume(block) / block[mu] / 2 : 0));
    }
  }
}

TEST_CASE("split directions give faces of the right size") {
  Lattice const lattice({8, 4, 6, 4}, {2, 1, 1, 1, 1});
  Stencil const stencil(
      lattice, {Continues::elsewhere, Continues::here, Continues::elsewhere, Continues::here});
  auto const& block = lattice.block();
  for (Parity const target : {Parity::even, Parity::odd})
    for (int leg = 0; leg < legs; ++leg) {
      int const mu = leg / 2;
      std::size_t const expected = mu == 0 || mu == 2 ? volume(block) / block[mu] / 2 : 0;
      CHECK(stencil.face_sources(target, leg).extent(0) == expected);
    }
}

TEST_CASE("lanes are spread over the longest directions, t first") {
  CHECK(choose_lane_grid({8, 8, 8, 8}, 1) == LaneGrid{1, 1, 1, 1, 1});
  CHECK(choose_lane_grid({8, 8, 8, 8}, 2) == LaneGrid{1, 1, 1, 2, 1});
  CHECK(choose_lane_grid({8, 8, 8, 8}, 8) == LaneGrid{1, 2, 2, 2, 1});
  CHECK(choose_lane_grid({12, 12, 12, 12}, 16) == LaneGrid{2, 2, 2, 2, 1});
  CHECK(choose_lane_grid({6, 8, 4, 16}, 4) == LaneGrid{1, 2, 1, 2, 1});
}

TEST_CASE("lanes are spread so that sub-lattices keep the requested extents") {
  CHECK(choose_lane_grid({8, 8, 8, 8}, 2, {2, 2, 2, 6}) == LaneGrid{1, 1, 2, 1, 1});
  CHECK(choose_lane_grid({4, 4, 4, 4}, 4, {2, 2, 4, 4}) == LaneGrid{2, 2, 1, 1, 1});
  CHECK_THROWS_WITH(choose_lane_grid({4, 4, 4, 4}, 8, {2, 2, 4, 4}),
                    ContainsSubstring("2.2.4.4 or more"));
  CHECK_THROWS_AS(choose_lane_grid({8, 8, 8, 2}, 1, {2, 2, 2, 4}), UserError);
}

TEST_CASE("lanes that are shared with s are spread over the directions that loops meet first") {
  CHECK(find_shared_lane_grid({8, 8, 8, 8}, 4, 4) == LaneGrid{2, 2, 1, 1, 4});
  CHECK(find_shared_lane_grid({6, 12, 4, 16}, 4, 2) == LaneGrid{1, 2, 2, 1, 2});
  CHECK(find_shared_lane_grid({6, 6, 6, 6}, 1, 8) == fifth_dimension_lanes(8));
  CHECK_FALSE(find_shared_lane_grid({6, 6, 6, 8}, 4, 4));
}

TEST_CASE("a volume that cannot be split into lanes is refused, and possible sizes are named") {
  CHECK_THROWS_WITH(choose_lane_grid({6, 6, 6, 6}, 2),
                    ContainsSubstring("6.6.6.6") && ContainsSubstring("4.4.4.4 or 8.8.8.8"));
  CHECK_THROWS_AS(choose_lane_grid({6, 6, 6, 6}, 2), UserError);
  CHECK_THROWS_WITH(choose_lane_grid({2, 2, 2, 2}, 8), // the part of a rank, for 4.4.4.4 on 16
                                                       // ranks
                    ContainsSubstring("a rank's lattice 2.2.2.2") &&
                        ContainsSubstring("the 8 lanes of a register") &&
                        ContainsSubstring("give each rank 4.4.4.4"));
  CHECK_THROWS_WITH(Lattice({5, 4, 4, 4}, {1, 1, 1, 1, 1}), ContainsSubstring("even"));
  CHECK_THROWS_AS(Lattice({0, 4, 4, 4}, {1, 1, 1, 1, 1}), UserError);
  CHECK_THROWS_AS(Lattice({-4, 4, 4, 4}, {1, 1, 1, 1, 1}), UserError);
  CHECK_THROWS_AS(Lattice({6, 4, 4, 4}, {2, 1, 1, 1, 1}), UserError);
  CHECK_THROWS_AS(Lattice({1 << 30, 1 << 30, 1 << 30, 1 << 30}, {1, 1, 1, 1, 1}), UserError);
}

TEST_CASE("every order visits each site and each s once") {
  Order const orders[] = {Order::lexicographic(),
                          {{4, 4, 4, 4}, 16},
                          {{2, 3, 4, 1}, 1},
                          {{100, 100, 100, 1}, 3},
                          {{1, 1, 1, 1}, 2}};
  int const packs_s = 5;
  for (auto const& [extents, lanes] : cases)
    for (Order const& order : orders) {
      Lattice const lattice(extents, lanes);
      auto const visits = Kokkos::create_mirror_view_and_copy(
          Kokkos::HostSpace(), make_visits(lattice, Parity::odd, packs_s, order));
      std::map<std::pair<int, int>, int> count;
      for (std::size_t i = 0; i < visits.extent(0); ++i)
        for (int s = visits(i).first_s; s < visits(i).end_s; ++s)
          ++count[{visits(i).site, s}];
      CHECK(count.size() == static_cast<std::size_t>(packs_s * lattice.sites_per_parity()));
      for (auto const& [where, times] : count)
        CHECK(times == 1);
    }
}
