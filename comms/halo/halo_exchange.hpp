// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/huge_pages.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/message_transport.hpp"
#include "comms/ranks/process_grid.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace kitt::comms {

/// Route of the faces of one hop: this rank sends its face to rank `to`, and receives a face from
/// rank `from`. All ranks have the same hops and bytes. `to` and `from` may be the rank itself.
struct Route {
  int leg;
  int to;
  int from;
  std::size_t bytes; ///< bytes of one face
};

/// Returns the route of one hop. In a forward hop, the face comes from the neighbour at x + mu, and
/// this rank's face goes to the neighbour at x - mu. In a direction that is not split, both
/// neighbours are the rank itself.
Route halo_route(ProcessGrid const& grid, int rank, int leg, std::size_t bytes);

/// Returns the routes of all hops in split directions. `bytes`: bytes of a face, per hop.
std::vector<Route> halo_routes(ProcessGrid const& grid, int rank,
                               std::array<std::size_t, legs> const& bytes);

/// Exchanges the faces of a halo by a plan that is made once and executed many times. This class
/// treats faces as plain bytes. One exchange is: begin(), write all outgoing faces, send(),
/// progress() or wait(), read the incoming faces, end(). The next exchange may begin after end().
/// Requires a living Communicator. Move-only.
class HaloExchange {
public:
  /// Plans the exchange. Shared memory uses reserved pages of 2 MiB if `pages` asks for reserved
  /// pages. Throws the same UserError on all ranks if the memory is not available; the error names
  /// the size. Collective.
  HaloExchange(Communicator const& world, std::vector<Route> const& routes, Transport transport,
               HugePages pages);
  /// Frees the memory. Must be called between exchanges. Collective.
  ~HaloExchange();
  HaloExchange(HaloExchange&&) noexcept;
  HaloExchange& operator=(HaloExchange&&) noexcept;

  /// Posts the receives, after which outgoing faces may be written. Waits until the neighbours have
  /// read the faces of two exchanges ago, because their memory is reused.
  void begin();
  /// Returns the memory into which the caller writes the face of a hop between begin() and send().
  /// The memory belongs to this rank or to the receiver, and is aligned to 64 bytes.
  std::byte* outgoing(int leg) const;
  /// Sends all faces. Requires that all outgoing faces are written and visible to this thread.
  void send();
  /// Makes the exchange progress after send(). Returns true if nothing is left to do. Several
  /// worker threads may call this function; then `worker` handles its share of the hops, and
  /// MPI_THREAD_MULTIPLE is needed.
  bool progress(int worker = 0, int workers = 1);
  /// Waits until all faces have arrived and all outgoing faces may be written again.
  void wait();
  /// Returns the ghosts of a hop: the face that has arrived. The ghosts are valid from wait() to
  /// end(), and after end() until a rank begins another exchange. Aligned to 64 bytes.
  std::byte const* incoming(int leg) const;
  /// Ends the exchange: the caller no longer needs the incoming faces.
  void end();

  /// Bytes that this rank sends in one exchange, by MPI messages and by shared memory.
  std::size_t bytes_by_messages() const;
  std::size_t bytes_by_shared_memory() const;
  /// Bytes that this rank sends to ranks of other nodes in one exchange.
  std::size_t bytes_between_nodes() const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
