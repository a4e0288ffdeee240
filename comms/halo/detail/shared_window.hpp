// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"
#include "comms/node/memory.hpp"
#include "comms/node/shared_pages.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/mpi.hpp"

#include <cstddef>
#include <vector>

namespace kitt::comms::detail {

/// Memory that the ranks of a node share. Each rank owns one segment, and all ranks map all
/// segments.
class SharedWindow {
public:
  /// Allocates `bytes` bytes for this rank's segment. `node`: communicator of this rank's node
  /// (split_by_node). With reserved pages, the memory is KITT's own, on reserved pages of 2 MiB
  /// even if `pages` says 1 GiB. Without reserved pages, the memory is an MPI window, and MPI
  /// chooses the pages behind it; huge pages are then requested by madvise. Throws the same
  /// UserError on all ranks if shared memory, or the reserve, is too small on any node. Collective
  /// over `world`.
  SharedWindow(Communicator const& world, MPI_Comm node, std::size_t bytes, HugePages pages);
  /// Frees the memory. Collective over the node.
  ~SharedWindow();
  SharedWindow(SharedWindow const&) = delete;
  SharedWindow& operator=(SharedWindow const&) = delete;

  /// Returns the segment of a rank of this node, as this process maps it. Aligned like a Mailbox.
  std::byte* segment(int node_rank) const;

private:
  void share_window(Communicator const& world, MPI_Comm node, std::size_t bytes, HugePages pages);
  void share_reserve(Communicator const& world, MPI_Comm node, std::size_t bytes);

  CountedMemory counted_;
  MPI_Win window_ = MPI_WIN_NULL;
  /// segments by rank of this node; empty if they are in the window
  std::vector<SharedPages> reserve_;
};

} // namespace kitt::comms::detail
