// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/task_grid.hpp"
#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace kitt::comms {

/// Method by which the ranks of a row or column exchange blocks. `sendrecv`: one MPI_Sendrecv after
/// another; in step n each rank sends n places ahead and receives from n places behind. `alltoall`:
/// MPI_Alltoall, if all blocks have the same size. `alltoallv`: MPI_Alltoallv.
enum class LineMethod { sendrecv, alltoall, alltoallv };
constexpr auto names_of(LineMethod) {
  return std::array{"sendrecv", "alltoall", "alltoallv"};
}

/// Sizes in bytes of the blocks that a rank sends to each rank of its row or column, and of the
/// blocks that it receives. The ranks are in the order of the row or column and include the rank
/// itself. The blocks lie one after another in a buffer of at most 2^31 - 1 bytes. Sizes must
/// agree: a block that one rank sends has the size that the other rank expects.
struct LineBlocks {
  std::vector<std::size_t> outgoing;
  std::vector<std::size_t> incoming;
};

/// One rank's side of an exchange of blocks between all ranks of each row, or of each column, of a
/// grid. All ranks create an object and call run() equally often. Move-only.
class LineExchange {
public:
  /// Prepares the exchange. `world` must outlive this object. Throws UserError for alltoall if the
  /// blocks of this rank differ in size, and if a buffer is too large for MPI. Collective.
  LineExchange(Communicator const& world, TaskGrid const& grid, Line line, LineMethod method,
               LineBlocks const& blocks);
  ~LineExchange();
  LineExchange(LineExchange&&) noexcept;
  LineExchange& operator=(LineExchange&&) noexcept;

  /// Exchanges all blocks. The exchange is complete for this rank on return.
  void run(void const* outgoing, void* incoming);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
