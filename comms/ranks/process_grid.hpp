// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/local_volume.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// Ranks per direction x, y, z, t.
using RankGrid = Extents;

/// Where the ranks of a job stand: a periodic four-dimensional grid in which those of one node form
/// a block, so that most faces stay inside a node. Arithmetic alone: knows nothing of MPI.
class ProcessGrid {
public:
  /// A single rank.
  ProcessGrid();
  /// `ranks`: number of ranks per direction. `node_block`: the ranks of one node per direction,
  /// which divide `ranks`; all ones where nodes differ in their ranks. `places`: the place of every
  /// rank, in order.
  ProcessGrid(RankGrid const& ranks, RankGrid const& node_block, std::vector<NodePlace> places);

  RankGrid const& ranks() const { return ranks_; }
  RankGrid const& node_block() const { return node_block_; }
  std::vector<NodePlace> const& places() const { return places_; }
  /// Node blocks per direction.
  RankGrid nodes() const;
  int size() const { return static_cast<int>(volume(ranks_)); }

  Coordinate coordinate(int rank) const { return coordinates_[static_cast<std::size_t>(rank)]; }
  /// The rank at a coordinate, which may lie outside the grid: the grid is periodic.
  int rank_at(Coordinate x) const;
  /// The rank next to this one in a direction.
  int neighbour(int rank, int mu, Hop hop) const;
  bool same_node(int a, int b) const;
  /// Directions with more than one rank are split.
  Splitting splitting() const;

private:
  RankGrid ranks_;
  RankGrid node_block_;
  std::vector<NodePlace> places_;
  std::vector<Coordinate> coordinates_; ///< the coordinate of each rank
  std::vector<int> rank_at_;            ///< the rank at each lexicographic coordinate
};

/// What the volume that the user gives is shared by: one rank, one node (the ITT's L^4), or the
/// whole job (strong scaling).
enum class VolumeOf { rank, node, job };

/// The extents of each rank's part of the volume `given`; they are even (red-black). Throws
/// UserError, naming volumes that would fit, if there are no such parts, or if nodes differ in
/// their ranks and the volume is a node's.
Extents share_out(ProcessGrid const& grid, Extents const& given, VolumeOf of);

/// Which part of the lattice a rank holds, if each holds one of extents `local`.
LocalVolume volume_of_rank(ProcessGrid const& grid, int rank, Extents const& local);

/// The grid asked for (`--mpi`), or the best one. Weak scaling (the volume is a node's or a rank's)
/// spreads nodes, or ranks, over all four directions: the lattice of the job is as near to a
/// hypercube as can be, t its longest direction (16 nodes: 2.2.2.2; 128: 2.4.4.4), and with it the
/// grid of nodes. What that leaves open, and all of strong scaling, is decided by the fewest bytes
/// across nodes, then the fewest in all (of all volumes together), then most extents of a rank
/// multiples of 4, which SIMD lanes want, then its longest directions kept as long as can be, then
/// t split before z before y before x. The grid fits every volume given: share_out will not throw.
/// The block of a node is chosen by the same rule; where nodes differ in their ranks every rank
/// counts as a node. Throws UserError with the grids that would do, where the one asked for does
/// not match the ranks or does not divide a volume, or with the numbers of ranks, where no grid
/// would. `file` is the file that fixes the only volume, or empty. The message then proposes no
/// other volume.
ProcessGrid choose_grid(std::vector<NodePlace> const& places, std::vector<Extents> const& volumes,
                        VolumeOf of, std::optional<RankGrid> const& asked = {},
                        std::string const& file = {});

/// The grid of ranks that share no lattice: spread over the first `axes` axes (1 to 4) as
/// choose_grid spreads them in weak scaling.
ProcessGrid spread_ranks(std::vector<NodePlace> const& places, int axes);

} // namespace kitt::comms
