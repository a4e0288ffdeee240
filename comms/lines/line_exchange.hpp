// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/task_grid.hpp"
#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace kitt::comms {

/// How the ranks of a line exchange blocks. `sendrecv`: MPI_Sendrecv with one other after another,
/// each rank with the one as many places ahead and behind. `alltoall`: MPI_Alltoall, where all
/// blocks have one size. `alltoallv`: MPI_Alltoallv.
enum class LineMethod { sendrecv, alltoall, alltoallv };
constexpr auto names_of(LineMethod) {
  return std::array{"sendrecv", "alltoall", "alltoallv"};
}

/// Bytes of the blocks that a rank sends to each member of its line and gets from it, itself
/// included, in order of place. Blocks lie one behind the other in a buffer of at most 2^31 - 1
/// bytes. What a rank sends another, that one expects from it.
struct LineBlocks {
  std::vector<std::size_t> outgoing;
  std::vector<std::size_t> incoming;
};

/// An exchange of blocks between all ranks of each row, or of each column, of a grid: one rank's
/// side. All ranks have one and call run() as often. Move-only.
class LineExchange {
public:
  /// Collective. `world` outlives this. Throws UserError for alltoall with blocks of several sizes,
  /// if this rank has any, and for buffers that are too large for MPI.
  LineExchange(Communicator const& world, TaskGrid const& grid, Line line, LineMethod method,
               LineBlocks const& blocks);
  ~LineExchange();
  LineExchange(LineExchange&&) noexcept;
  LineExchange& operator=(LineExchange&&) noexcept;

  /// Complete on return, for this rank.
  void run(void const* outgoing, void* incoming);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
