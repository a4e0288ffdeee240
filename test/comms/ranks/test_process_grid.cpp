// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "test/catch.hpp"
#include "test/comms/all_grids.hpp"

#include "comms/ranks/process_grid.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <tuple>

using namespace kitt;
using namespace kitt::comms;

namespace {

using kitt::test::all_grids;
using Places = std::vector<NodePlace>;

/// Returns places of ranks that fill one node after the other.
Places places_on(std::vector<int> const& ranks_on_node) {
  Places result;
  for (std::size_t node = 0; node < ranks_on_node.size(); ++node)
    for (int number = 0; number < ranks_on_node[node]; ++number)
      result.push_back({static_cast<int>(node), number});
  return result;
}

Places alike(int nodes, int ranks_per_node) {
  return places_on(std::vector<int>(static_cast<std::size_t>(nodes), ranks_per_node));
}

/// Returns places of ranks dealt round robin, as some launchers do.
Places round_robin(int nodes, int ranks_per_node) {
  Places result;
  for (int rank = 0; rank < nodes * ranks_per_node; ++rank)
    result.push_back({rank % nodes, rank / nodes});
  return result;
}

bool divides(RankGrid const& part, RankGrid const& whole) {
  return std::equal(part.begin(), part.end(), whole.begin(),
                    [](int a, int b) { return b % a == 0; });
}

/// Calls `work(ranks, block)` for every grid of nodes x ranks_per_node and every block of a node in
/// it.
template <class Work>
void for_each_grid(int nodes, int ranks_per_node, Work const& work) {
  for (auto const& ranks : all_grids(nodes * ranks_per_node))
    for (auto const& block : all_grids(ranks_per_node))
      if (divides(block, ranks))
        work(ranks, block);
}

/// The figures that choose_grid minimises, counted face by face. They are compared in the order of
/// key().
struct Found {
  std::vector<Extents> global;  ///< lattices of the job, the longest direction first
  std::vector<Extents> t_first; ///< the lattices in the order t.z.y.x, negative, because a short t
                                ///< is worse
  Extents nodes{};              ///< node grid for weak scaling, the largest number first
  std::size_t across = 0;
  std::size_t all = 0;
  int unfit = 0;              ///< number of a rank's extents that are not multiples of 4
  std::vector<int> shortness; ///< negative extents of a rank, the longest first
  std::vector<int> order;     ///< negative rank grid, because fewer ranks in t are worse, then in
                              ///< z, y, x
  auto key() const {
    return std::tie(global, t_first, nodes, across, all, unfit, shortness, order);
  }
};

std::optional<Found> count(ProcessGrid const& grid, std::vector<Extents> const& volumes,
                           VolumeOf of) {
  Found found;
  auto const longest_first = [](Extents extents) {
    std::sort(extents.rbegin(), extents.rend());
    return extents;
  };
  found.nodes = of == VolumeOf::job ? Extents{} : longest_first(grid.nodes());
  for (auto const& given : volumes) {
    auto local = given;
    Extents global{};
    for (std::size_t mu = 0; mu < 4; ++mu) {
      auto const parts = of == VolumeOf::rank   ? 1
                         : of == VolumeOf::node ? grid.node_block()[mu]
                                                : grid.ranks()[mu];
      local[mu] /= parts;
      if (local[mu] * parts != given[mu] || local[mu] < 2 || local[mu] % 2 != 0)
        return {};
      global[mu] = local[mu] * grid.ranks()[mu];
    }
    found.global.push_back(longest_first(global));
    found.t_first.push_back({-global[3], -global[2], -global[1], -global[0]});
    for (int rank = 0; rank < grid.size(); ++rank)
      for (int mu = 0; mu < 4; ++mu) {
        auto const to = grid.neighbour(rank, mu, Hop::forward);
        auto const face = volume(local) / static_cast<std::size_t>(local[std::size_t(mu)]);
        found.all += to == rank ? 0 : face;
        found.across += grid.same_node(rank, to) ? 0 : face;
      }
    for (int const extent : local)
      found.unfit += extent % 4 == 0 ? 0 : 1;
    std::sort(local.rbegin(), local.rend());
    for (int const extent : local)
      found.shortness.push_back(-extent);
  }
  for (std::size_t mu = 4; mu-- > 0;)
    found.order.push_back(-grid.ranks()[mu]);
  return found;
}

std::optional<Found> best_by_force(int nodes, int ranks_per_node,
                                   std::vector<Extents> const& volumes, VolumeOf of,
                                   std::optional<RankGrid> const& asked = {}) {
  std::optional<Found> best;
  for_each_grid(nodes, ranks_per_node, [&](RankGrid const& ranks, RankGrid const& block) {
    if (asked && ranks != *asked)
      return;
    auto const found = count(ProcessGrid(ranks, block, alike(nodes, ranks_per_node)), volumes, of);
    if (found && (!best || found->key() < best->key()))
      best = found;
  });
  return best;
}

std::string error_of(Places const& places, std::vector<Extents> const& volumes, VolumeOf of,
                     std::optional<RankGrid> const& asked = {}) {
  try {
    choose_grid(places, volumes, of, asked);
  } catch (UserError const& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of(ProcessGrid const& grid, Extents const& given, VolumeOf of) {
  try {
    share_out(grid, given, of);
  } catch (UserError const& error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST_CASE("a single rank is its own neighbour and splits no direction") {
  ProcessGrid const grid;
  CHECK(grid.size() == 1);
  CHECK(grid.splitting() == not_split);
  CHECK(grid.same_node(0, 0));
  for (int mu = 0; mu < 4; ++mu)
    CHECK(grid.neighbour(0, mu, Hop::backward) == 0);
}

TEST_CASE("each rank has its own coordinate, and neighbours are mutual") {
  int grids = 0;
  int wrong = 0;
  for (int nodes = 1; nodes <= 8; ++nodes)
    for (int on_node = 1; on_node <= 8; ++on_node)
      for_each_grid(nodes, on_node, [&](RankGrid const& ranks, RankGrid const& block) {
        ProcessGrid const grid(
            ranks, block, grids % 2 == 0 ? alike(nodes, on_node) : round_robin(nodes, on_node));
        ++grids;
        std::set<Coordinate> seen;
        for (int rank = 0; rank < grid.size(); ++rank) {
          auto const x = grid.coordinate(rank);
          seen.insert(x);
          wrong += grid.rank_at(x) == rank ? 0 : 1;
          for (int mu = 0; mu < 4; ++mu) {
            auto const there = grid.neighbour(rank, mu, Hop::forward);
            wrong += grid.neighbour(there, mu, Hop::backward) == rank ? 0 : 1;
            wrong += (there == rank) == (ranks[std::size_t(mu)] == 1) ? 0 : 1;
          }
        }
        wrong += static_cast<int>(seen.size()) == grid.size() ? 0 : 1;
        for (std::size_t mu = 0; mu < 4; ++mu)
          wrong += (grid.splitting()[mu] == Continues::elsewhere) == (ranks[mu] > 1) ? 0 : 1;
      });
  CHECK(grids > 3000);
  CHECK(wrong == 0);
}

TEST_CASE("coordinates beyond the grid wrap around") {
  ProcessGrid const grid({2, 1, 3, 4}, {1, 1, 1, 1}, alike(24, 1));
  CHECK(grid.rank_at({-1, 5, 3, -5}) == grid.rank_at({1, 0, 0, 3}));
}

TEST_CASE("the ranks of a node form a block, for any placement by the launcher") {
  int wrong = 0;
  for (int nodes = 1; nodes <= 8; ++nodes)
    for (int on_node = 1; on_node <= 8; ++on_node)
      for (auto const& places : {alike(nodes, on_node), round_robin(nodes, on_node)})
        for_each_grid(nodes, on_node, [&](RankGrid const& ranks, RankGrid const& block) {
          ProcessGrid const grid(ranks, block, places);
          auto const size = static_cast<std::size_t>(grid.size());
          std::vector<std::optional<Coordinate>> corner(size);
          for (int rank = 0; rank < grid.size(); ++rank) {
            auto x = grid.coordinate(rank);
            for (std::size_t mu = 0; mu < 4; ++mu)
              x[mu] /= block[mu];
            auto& of_node = corner[std::size_t(places[std::size_t(rank)].node)];
            wrong += !of_node || *of_node == x ? 0 : 1;
            of_node = x;
          }
        });
  CHECK(wrong == 0);
}

TEST_CASE("nodes, and ranks within a node, are numbered with x first") {
  ProcessGrid const grid({4, 2, 1, 2}, {2, 2, 1, 1}, alike(4, 4));
  CHECK(grid.nodes() == RankGrid{2, 1, 1, 2});
  CHECK(grid.coordinate(0) == Coordinate{0, 0, 0, 0});
  CHECK(grid.coordinate(1) == Coordinate{1, 0, 0, 0});
  CHECK(grid.coordinate(2) == Coordinate{0, 1, 0, 0});
  CHECK(grid.coordinate(4) == Coordinate{2, 0, 0, 0});
  CHECK(grid.coordinate(8) == Coordinate{0, 0, 0, 1});
}

TEST_CASE("the chosen grid is the best of all grids") {
  auto const cubes = [](std::vector<int> const& lengths) {
    std::vector<Extents> result;
    for (int const l : lengths)
      result.push_back({l, l, l, l});
    return result;
  };
  std::vector<std::vector<Extents>> const sets{cubes({16}),
                                               cubes({8, 12, 16}),
                                               cubes({4, 8, 12, 16, 20, 24, 28, 32}),
                                               {{32, 32, 32, 64}},
                                               {{24, 24, 24, 48}},
                                               {{12, 24, 36, 60}},
                                               {{64, 16, 8, 8}, {32, 16, 16, 12}}};
  int found = 0;
  for (int nodes = 1; nodes <= 9; ++nodes)
    for (int on_node = 1; on_node <= 8; ++on_node)
      for (auto const& volumes : sets)
        for (auto const of : {VolumeOf::rank, VolumeOf::node, VolumeOf::job}) {
          auto const places = alike(nodes, on_node);
          auto const best = best_by_force(nodes, on_node, volumes, of);
          CAPTURE(nodes, on_node, to_string(volumes.front()), static_cast<int>(of));
          if (!best) {
            CHECK(error_of(places, volumes, of) != "no error");
            continue;
          }
          ++found;
          auto const grid = choose_grid(places, volumes, of);
          auto const chosen = count(grid, volumes, of);
          REQUIRE(chosen);
          CHECK(chosen->key() == best->key());
        }
  CHECK(found > 900);
}

TEST_CASE("of grids with equal traffic, one is chosen whose volumes have room for lanes") {
  CHECK(choose_grid(alike(1, 4), {{8, 8, 8, 8}}, VolumeOf::node).ranks() == RankGrid{1, 1, 2, 2});
  CHECK(choose_grid(alike(1, 4), {{16, 16, 16, 16}}, VolumeOf::node).ranks() ==
        RankGrid{1, 1, 1, 4});
}

TEST_CASE("weak scaling spreads nodes over all directions, with the most nodes in time") {
  std::vector<Extents> const sizes{{8, 8, 8, 8}, {16, 16, 16, 16}};
  struct Case {
    int count;
    RankGrid grid;
  };
  for (auto const& [count, grid] :
       {Case{1, {1, 1, 1, 1}}, Case{2, {1, 1, 1, 2}}, Case{4, {1, 1, 2, 2}}, Case{6, {1, 1, 2, 3}},
        Case{7, {1, 1, 1, 7}}, Case{8, {1, 2, 2, 2}}, Case{12, {1, 2, 2, 3}},
        Case{16, {2, 2, 2, 2}}, Case{32, {2, 2, 2, 4}}, Case{64, {2, 2, 4, 4}},
        Case{128, {2, 4, 4, 4}}, Case{256, {4, 4, 4, 4}}, Case{4096, {8, 8, 8, 8}}}) {
    CAPTURE(count);
    for (int const ranks : {1, 2, 8}) // the ranks per node do not change the grid of nodes
      CHECK(choose_grid(alike(count, ranks), sizes, VolumeOf::node).nodes() == grid);
    // with a volume per rank, ranks are added in the same way on one node and on many
    CHECK(choose_grid(alike(count, 1), sizes, VolumeOf::rank).ranks() == grid);
    CHECK(choose_grid(alike(1, count), sizes, VolumeOf::rank).ranks() == grid);
  }
  auto const both = choose_grid(alike(16, 8), sizes, VolumeOf::rank);
  CHECK(both.ranks() == RankGrid{2, 4, 4, 4});
  CHECK(both.nodes() == RankGrid{2, 2, 2, 2});
  // if nodes differ in their number of ranks, every rank counts as a node
  CHECK(choose_grid(places_on({5, 2, 1}), sizes, VolumeOf::rank).ranks() == RankGrid{1, 2, 2, 2});
  // the lattice, not the grid, should be a hypercube
  CHECK(choose_grid(alike(2, 1), {{32, 32, 32, 64}}, VolumeOf::node).nodes() ==
        RankGrid{1, 1, 2, 1});
}

TEST_CASE("no other grid of nodes is nearer to a hypercube") {
  for (int nodes = 1; nodes <= 256; ++nodes) {
    auto const chosen = choose_grid(alike(nodes, 1), {{8, 8, 8, 8}}, VolumeOf::node).ranks();
    auto const surface = [](RankGrid const& grid) {
      return std::accumulate(grid.begin(), grid.end(), 0.,
                             [](double a, int b) { return a + 1. / b; });
    };
    CAPTURE(nodes, to_string(chosen));
    CHECK(std::is_sorted(chosen.begin(), chosen.end()));
    for (auto const& other : all_grids(nodes)) {
      CHECK(*std::max_element(other.begin(), other.end()) >= chosen[3]);
      CHECK(surface(other) >= surface(chosen) * (1 - 1e-12));
    }
  }
}

TEST_CASE("in a grid that the user sets, the block of a node is the best one") {
  std::vector<Extents> const volumes{{16, 16, 16, 16}};
  for (auto const of : {VolumeOf::rank, VolumeOf::node, VolumeOf::job})
    for (auto const& asked : all_grids(16)) {
      auto const best = best_by_force(4, 4, volumes, of, asked);
      CAPTURE(to_string(asked), static_cast<int>(of));
      if (!best) {
        CHECK(error_of(alike(4, 4), volumes, of, asked) != "no error");
        continue;
      }
      auto const grid = choose_grid(alike(4, 4), volumes, of, asked);
      CHECK(grid.ranks() == asked);
      CHECK(count(grid, volumes, of)->key() == best->key());
    }
}

TEST_CASE("choose_grid finds the grids that people would choose") {
  std::vector<Extents> const strong{{32, 32, 32, 64}};
  CHECK(choose_grid(alike(1, 2), strong, VolumeOf::job).ranks() == RankGrid{1, 1, 1, 2});
  CHECK(choose_grid(alike(1, 16), strong, VolumeOf::job).ranks() == RankGrid{1, 1, 2, 8});
  auto const nodes = choose_grid(alike(8, 4), strong, VolumeOf::job);
  CHECK(nodes.nodes() == RankGrid{1, 1, 1, 8});
  CHECK(nodes.node_block() == RankGrid{1, 1, 4, 1});
  // L = 4 is one of the sizes, so no direction can be cut twice
  auto const itt = choose_grid(alike(2, 4), {{4, 4, 4, 4}, {32, 32, 32, 32}}, VolumeOf::node);
  CHECK(itt.node_block() == RankGrid{1, 1, 2, 2});
  CHECK(itt.nodes() == RankGrid{1, 1, 1, 2});
  // a prime number of ranks
  CHECK(choose_grid(alike(1, 7), {{14, 14, 14, 28}}, VolumeOf::job).ranks() ==
        RankGrid{1, 1, 1, 7});
}

TEST_CASE("a volume is split into even extents and put together again") {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> half(1, 12);
  int refused = 0;
  int shared = 0;
  for (int nodes : {1, 2, 3, 8})
    for (int on_node : {1, 2, 4, 6})
      for_each_grid(nodes, on_node, [&](RankGrid const& ranks, RankGrid const& block) {
        ProcessGrid const grid(ranks, block, alike(nodes, on_node));
        Extents const given{2 * half(random), 2 * half(random), 2 * half(random), 2 * half(random)};
        for (auto const of : {VolumeOf::rank, VolumeOf::node, VolumeOf::job}) {
          if (!count(grid, {given}, of)) {
            ++refused;
            CHECK(error_of(grid, given, of) != "no error");
            continue;
          }
          ++shared;
          auto const local = share_out(grid, given, of);
          auto const global = volume_of_rank(grid, 0, local).global;
          auto const sharers = of == VolumeOf::rank   ? 1
                               : of == VolumeOf::node ? on_node
                                                      : grid.size();
          CHECK(volume(local) * static_cast<std::size_t>(sharers) == volume(given));
          for (std::size_t mu = 0; mu < 4; ++mu) {
            CHECK(local[mu] % 2 == 0);
            CHECK(global[mu] == local[mu] * ranks[mu]);
          }
          if (of == VolumeOf::job)
            CHECK(global == given);
        }
      });
  CHECK(refused > 100);
  CHECK(shared > 100);
}

TEST_CASE("nodes may differ in their number of ranks") {
  auto const places = places_on({3, 1, 2});
  auto const grid = choose_grid(places, {{12, 12, 12, 12}}, VolumeOf::job);
  CHECK(grid.size() == 6);
  CHECK(grid.node_block() == RankGrid{1, 1, 1, 1});
  CHECK(grid.same_node(0, 2));
  CHECK_FALSE(grid.same_node(2, 3));
  auto const text = "L cannot be the volume of a node (nodes have 1 to 3 ranks, so ranks would get "
                    "different parts): use "
                    "--per-rank or --scaling strong, or start equally many ranks on each node";
  CHECK(error_of(places, {{12, 12, 12, 12}}, VolumeOf::node) == text);
  CHECK(error_of(grid, {12, 12, 12, 12}, VolumeOf::node) == text);
  CHECK(error_of(grid, {12, 12, 12, 12}, VolumeOf::rank) == "no error");
}

TEST_CASE("a grid with the wrong number of ranks is refused, and possible grids are named") {
  CHECK(error_of(alike(1, 6), {{12, 12, 12, 12}}, VolumeOf::job, RankGrid{2, 2, 1, 1}) ==
        "--mpi 2.2.1.1 does not fit this job (the grid has 4 ranks, but the job has 6): use "
        "1.1.2.3, 1.2.1.3, 2.1.1.3, "
        "1.1.3.2 "
        "..., or start 4 ranks");
  CHECK(error_of(alike(1, 2), {{8, 8, 8, 8}}, VolumeOf::rank, RankGrid{1, 1, 1, 1}) ==
        "--mpi 1.1.1.1 does not fit this job (the grid has 1 rank, but the job has 2): use "
        "1.1.1.2, 1.1.2.1, 1.2.1.1, "
        "2.1.1.1, "
        "or start 1 rank");
  CHECK(error_of(alike(1, 3), {{8, 8, 8, 8}}, VolumeOf::job, RankGrid{1, 1, 1, 2}) ==
        "--mpi 1.1.1.2 does not fit this job (the grid has 2 ranks, but the job has 3): start 2 "
        "ranks");
  // more ranks than an int can count, and a product that would wrap around to 2
  CHECK(
      error_of(alike(1, 2), {{8, 8, 8, 8}}, VolumeOf::rank, RankGrid{99999, 99999, 99999, 99999}) ==
      "--mpi 99999.99999.99999.99999 does not fit this job (the grid has 1e+20 ranks, but the job "
      "has 2): use 1.1.1.2, "
      "1.1.2.1, "
      "1.2.1.1, 2.1.1.1");
  CHECK(error_of(alike(1, 2), {{8, 8, 8, 8}}, VolumeOf::rank, RankGrid{2, 3, 715827883, 1}) ==
        "--mpi 2.3.715827883.1 does not fit this job (the grid has 4.29e+09 ranks, but the job has "
        "2): use 1.1.1.2, "
        "1.1.2.1, "
        "1.2.1.1, 2.1.1.1");
}

TEST_CASE("a grid that does not divide a volume is refused, and possible grids are named") {
  CHECK(error_of(alike(1, 2), {{8, 8, 8, 6}}, VolumeOf::job, RankGrid{1, 1, 1, 2}) ==
        "--mpi 1.1.1.2 does not fit the lattice (it does not cut 8.8.8.6 of the job into even "
        "extents): use 1.1.2.1, "
        "1.2.1.1, 2.1.1.1");
}

TEST_CASE("a number of ranks without a possible grid is refused, and possible numbers are named") {
  CHECK(error_of(alike(1, 3), {{16, 16, 16, 16}}, VolumeOf::job) ==
        "3 ranks cannot share 16.16.16.16 of the job (each rank must get the same even extents): "
        "start 2 or 4 ranks, or take 16.16.16.12 or 16.16.16.18");
  // only the volume that causes the error
  CHECK(error_of(alike(2, 32), {{4, 4, 4, 4}, {16, 16, 16, 16}}, VolumeOf::node) ==
        "32 ranks cannot share 4.4.4.4 of a node (each rank must get the same even extents): start "
        "16 ranks on each node, or take 4.4.4.8");
  CHECK(error_of(alike(1, 2), {{2, 2, 2, 2}}, VolumeOf::node) ==
        "2 ranks cannot share 2.2.2.2 of a node (each rank must get the same even extents): start "
        "1 rank on each node, or take 2.2.2.4");
  CHECK(error_of(alike(1, 6), {{4, 4, 4, 12}, {12, 4, 4, 4}}, VolumeOf::job) ==
        "6 ranks cannot share 4.4.4.12, 12.4.4.4 of the job (each rank must get even extents, with "
        "the same grid for all volumes): start 4 or 8 ranks, or choose other volumes");
}

TEST_CASE("error messages propose no other volume if a file sets the volume") {
  auto const refusal = [](int ranks, Extents const& lattice) {
    try {
      choose_grid(alike(1, ranks), {lattice}, VolumeOf::job, {}, "lat.ildg");
    } catch (UserError const& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  CHECK(refusal(1, {5, 4, 4, 8}) ==
        "the lattice 5.4.4.8 of lat.ildg has an odd extent (even and odd sites are computed "
        "separately, so all extents must be even): use a file with another lattice");
  CHECK(refusal(3, {16, 16, 16, 16}) ==
        "3 ranks cannot share the lattice 16.16.16.16 of lat.ildg (each rank must get the same "
        "even extents): start 2 or 4 ranks");
  CHECK(refusal(2, {16, 16, 16, 16}) == "no error");
}

TEST_CASE("an odd volume is refused, and the nearest even volumes are named") {
  CHECK(error_of(alike(1, 2), {{8, 8, 8, 7}}, VolumeOf::rank) ==
        "the lattice 8.8.8.7 of a rank is not possible (extents must be even): use 8.8.8.8 or "
        "8.8.8.6");
  CHECK(error_of(alike(1, 1), {{1, 8, 8, 8}}, VolumeOf::node) ==
        "the lattice 1.8.8.8 of a node is not possible (extents must be even): use 2.8.8.8");
  ProcessGrid const grid({3, 1, 1, 2}, {1, 1, 1, 1}, alike(6, 1));
  CHECK(error_of(grid, {16, 8, 8, 8}, VolumeOf::job) ==
        "the lattice 16.8.8.8 of the job does not fit the grid of ranks (it is cut into 3.1.1.2 "
        "parts, which need even "
        "extents): use "
        "18.8.8.8 or 12.8.8.8");
}
