// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"
#include "comms/node/memory_use.hpp"
#include "comms/node/shared_pages.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/mpi.hpp"

#include <cstddef>
#include <vector>

namespace kitt::comms::detail {

/// Memory that the ranks of a node share: each owns one segment, and all map all of them.
class SharedWindow {
public:
  /// Collective over `world`; `node` is the communicator of this rank's node (split_by_node).
  /// `bytes` of this rank's segment will be used. Pages of the reserve (of 2 MiB, whatever `pages`
  /// says) are KITT's own; all else is a window of MPI, whose choice it is what backs it, with huge
  /// pages by madvise if at all. Throws the same UserError on all ranks where shared memory, or the
  /// reserve, is too small on any node.
  SharedWindow(Communicator const& world, MPI_Comm node, std::size_t bytes, HugePages pages);
  /// Collective over the node.
  ~SharedWindow();
  SharedWindow(SharedWindow const&) = delete;
  SharedWindow& operator=(SharedWindow const&) = delete;

  /// The segment of a rank of this node, as this process maps it; aligned as a Mailbox is.
  std::byte* segment(int node_rank) const;

private:
  void share_window(Communicator const& world, MPI_Comm node, std::size_t bytes, HugePages pages);
  void share_reserve(Communicator const& world, MPI_Comm node, std::size_t bytes);

  CountedMemory counted_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<SharedPages> reserve_; ///< segments by rank of this node; empty: in the window
};

} // namespace kitt::comms::detail
