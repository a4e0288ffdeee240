// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/node_place.hpp"
#include "core/lattice/directions.hpp"
#include "core/lattice/lattice.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// Number of ranks per direction x, y, z, t.
using RankGrid = Extents;

/// Positions of the ranks of a job on a periodic four-dimensional grid. The ranks of one node form
/// a block, so that most faces stay inside a node. This class only does arithmetic and does not use
/// MPI.
class ProcessGrid {
public:
  /// Makes a grid of one rank.
  ProcessGrid();
  /// Makes a grid. `ranks`: number of ranks per direction. `node_block`: ranks of one node per
  /// direction; they divide `ranks`, and are all 1 if nodes have different numbers of ranks.
  /// `places`: place of every rank, in rank order.
  ProcessGrid(RankGrid const& ranks, RankGrid const& node_block, std::vector<NodePlace> places);

  RankGrid const& ranks() const { return ranks_; }
  RankGrid const& node_block() const { return node_block_; }
  std::vector<NodePlace> const& places() const { return places_; }
  /// Returns the number of node blocks per direction.
  RankGrid nodes() const;
  int size() const { return static_cast<int>(volume(ranks_)); }

  Coordinate coordinate(int rank) const { return coordinates_[static_cast<std::size_t>(rank)]; }
  /// Returns the rank at a coordinate. The grid is periodic, so the coordinate may lie outside the
  /// grid.
  int rank_at(Coordinate x) const;
  /// Returns the neighbour of `rank` in direction `mu`, forward or backward.
  int neighbour(int rank, int mu, Hop hop) const;
  bool same_node(int a, int b) const;
  /// Returns which directions are split, that is, have more than one rank.
  Splitting splitting() const;

private:
  RankGrid ranks_;
  RankGrid node_block_;
  std::vector<NodePlace> places_;
  std::vector<Coordinate> coordinates_; ///< coordinate of each rank
  std::vector<int> rank_at_;            ///< rank at each lexicographic coordinate
};

/// Owner of the volume that the user gives: one rank, one node (L^4 of the ITT), or the whole job
/// (strong scaling).
enum class VolumeOf { rank, node, job };

/// Returns the extents of each rank's part of the volume `given`. The extents are even, as even-odd
/// kernels need. Throws UserError, which proposes other volumes, if the volume cannot be cut into
/// even parts. Throws UserError if the volume is given per node and nodes have different numbers of
/// ranks.
Extents share_out(ProcessGrid const& grid, Extents const& given, VolumeOf of);

/// Returns the part of the lattice that a rank holds if each rank's part has the extents `local`.
LocalVolume volume_of_rank(ProcessGrid const& grid, int rank, Extents const& local);

/// Returns the grid that the user asked for (`--mpi`), or the best grid if `asked` is empty. The
/// grid divides every given volume, so share_out() does not throw.
///
/// Weak scaling (the volume is given per node or per rank) spreads nodes or ranks over all four
/// directions. The lattice of the job, and thus the grid of nodes, is then as near to a hypercube
/// as possible, with t the longest direction. 16 nodes form 2.2.2.2, and 128 nodes form 2.4.4.4.
///
/// Among grids that are equally near to a hypercube, and always in strong scaling, these criteria
/// decide, in this order:
/// - fewest bytes between nodes
/// - fewest bytes between ranks, for all volumes together
/// - most extents of a rank that are multiples of 4, which SIMD lanes need
/// - longest directions of a rank as long as possible
/// - t split first, then z, y, x
///
/// The block of a node is chosen by the same criteria. If nodes have different numbers of ranks,
/// every rank counts as a node.
///
/// `file` names the file that fixes the only volume, or is empty; with a file, errors propose no
/// other volumes. Throws UserError with suitable grids if `asked` does not match the number of
/// ranks or does not divide a volume. Throws UserError with suitable numbers of ranks if no grid
/// fits.
ProcessGrid choose_grid(std::vector<NodePlace> const& places, std::vector<Extents> const& volumes,
                        VolumeOf of, std::optional<RankGrid> const& asked = {},
                        std::string const& file = {});

/// Returns a grid for ranks that share no lattice. Spreads the ranks over the first `axes` axes (1
/// to 4) by the rules of choose_grid() for weak scaling.
ProcessGrid spread_ranks(std::vector<NodePlace> const& places, int axes);

} // namespace kitt::comms
