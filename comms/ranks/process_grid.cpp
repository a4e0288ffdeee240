// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/process_grid.hpp"

#include "comms/ranks/detail/grid_arithmetic.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>
#include <numeric>
#include <tuple>
#include <utility>

namespace kitt::comms {

using namespace detail;

ProcessGrid::ProcessGrid() : ProcessGrid(ones, ones, {NodePlace{}}) {}

ProcessGrid::ProcessGrid(RankGrid const& ranks, RankGrid const& node_block,
                         std::vector<NodePlace> places)
    : ranks_(ranks), node_block_(node_block), places_(std::move(places)),
      coordinates_(places_.size()), rank_at_(places_.size()) {
  KITT_EXPECT(volume(ranks) == places_.size());
  KITT_EXPECT(times(over(ranks, node_block), node_block) == ranks);
  std::vector<std::size_t> by_node(places_.size());
  std::iota(by_node.begin(), by_node.end(), std::size_t{0});
  std::sort(by_node.begin(), by_node.end(), [this](std::size_t a, std::size_t b) {
    return std::tie(places_[a].node, places_[a].number) <
           std::tie(places_[b].node, places_[b].number);
  });
  auto const in_block = volume(node_block_);
  for (std::size_t i = 0; i < by_node.size(); ++i) {
    auto const corner = times(coordinate_of(i / in_block, nodes()), node_block_);
    auto const x = combined(corner, coordinate_of(i % in_block, node_block_), std::plus{});
    coordinates_[by_node[i]] = x;
    rank_at_[lexicographic(x, ranks_)] = static_cast<int>(by_node[i]);
  }
}

RankGrid ProcessGrid::nodes() const {
  return over(ranks_, node_block_);
}

int ProcessGrid::rank_at(Coordinate x) const {
  for (std::size_t mu = 0; mu < 4; ++mu)
    x[mu] = (x[mu] % ranks_[mu] + ranks_[mu]) % ranks_[mu];
  return rank_at_[lexicographic(x, ranks_)];
}

int ProcessGrid::neighbour(int rank, int mu, Hop hop) const {
  auto x = coordinate(rank);
  x[static_cast<std::size_t>(mu)] += hop == Hop::forward ? 1 : -1;
  return rank_at(x);
}

bool ProcessGrid::same_node(int a, int b) const {
  return places_[static_cast<std::size_t>(a)].node == places_[static_cast<std::size_t>(b)].node;
}

Splitting ProcessGrid::splitting() const {
  Splitting result = not_split;
  for (std::size_t mu = 0; mu < 4; ++mu)
    if (ranks_[mu] > 1)
      result[mu] = Continues::elsewhere;
  return result;
}

Extents share_out(ProcessGrid const& grid, Extents const& given, VolumeOf of) {
  check_nodes(ranks_on_nodes(grid.places()), of);
  auto const cut = parts(of, grid.ranks(), grid.node_block());
  KITT_VALIDATE(fits(given, cut),
                fmt::format("the lattice {} of {} does not fit the grid of ranks (it is cut into "
                            "{} parts, which need even extents): use {}",
                            to_string(given), owner(of), to_string(cut),
                            nearest_volumes(given, cut)));
  return over(given, cut);
}

LocalVolume volume_of_rank(ProcessGrid const& grid, int rank, Extents const& local) {
  return {local, times(local, grid.ranks()), times(local, grid.coordinate(rank))};
}

} // namespace kitt::comms
