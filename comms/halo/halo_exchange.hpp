// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/transport.hpp"
#include "comms/node/huge_pages.hpp"
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace kitt::comms {

/// One leg of an exchange: this rank's outgoing face of that leg goes to `to`, its incoming face
/// comes from `from`. All ranks have the same legs and bytes. Both `to` and `from` may be the rank
/// itself.
struct Route {
  int leg;
  int to;
  int from;
  std::size_t bytes; ///< bytes of one face
};

/// The route of one leg: the face of a forward leg comes from the neighbour at x + mu, and this
/// rank's own goes to the neighbour at x - mu. In a direction that is not split both are the rank
/// itself.
Route halo_route(ProcessGrid const& grid, int rank, int leg, std::size_t bytes);

/// The routes of the legs whose direction is split, with bytes[leg] each.
std::vector<Route> halo_routes(ProcessGrid const& grid, int rank,
                               std::array<std::size_t, legs> const& bytes);

/// Moves the faces of a halo, by a plan that is made once and executed many times. Faces are bytes
/// here. One exchange is: begin(), write every outgoing face, send(), progress() or wait(), read
/// the incoming faces, end(). Then the next may begin. Needs a living Communicator. Move-only.
class HaloExchange {
public:
  /// Collective. Throws UserError, the same on all ranks, where the memory cannot be had, saying
  /// how much it is. Shared memory has pages of the reserve (of 2 MiB) where `pages` asks for them.
  HaloExchange(Communicator const& world, std::vector<Route> const& routes, Transport transport,
               HugePages pages);
  /// Collective, between exchanges.
  ~HaloExchange();
  HaloExchange(HaloExchange&&) noexcept;
  HaloExchange& operator=(HaloExchange&&) noexcept;

  /// Posts the receives; then outgoing faces may be written. Waits until the neighbours have read
  /// the faces of two exchanges ago, whose memory is used again.
  void begin();
  /// The memory, this rank's or the receiver's, into which the caller writes the face of a leg
  /// between begin() and send(). Aligned to 64 bytes.
  std::byte* outgoing(int leg) const;
  /// Sends. The caller has written all outgoing faces, and this thread sees them.
  void send();
  /// Drives the exchange after send(); returns true if nothing is left to do. With several workers,
  /// each a thread of its own, `worker` drives its share of the legs (needs MPI_THREAD_MULTIPLE).
  bool progress(int worker = 0, int workers = 1);
  /// Returns when all faces are there and all outgoing ones may be written again.
  void wait();
  /// Returns the face of a leg that has come in. It is valid from wait() to end(), and after end()
  /// until a rank begins another exchange. Aligned to 64 bytes.
  std::byte const* incoming(int leg) const;
  /// Ends the exchange: the caller does not need the incoming faces any more.
  void end();

  /// Bytes that this rank sends in one exchange.
  std::size_t bytes_by_messages() const;
  std::size_t bytes_by_shared_memory() const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
