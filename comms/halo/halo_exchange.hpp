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
/// comes from `from`. All ranks have the same legs and bytes. Either may be the rank itself.
struct Route {
  int leg;
  int to;
  int from;
  std::size_t bytes; ///< of one face
};

/// The face of a forward leg comes from the neighbour at x + mu, and goes to the one at x - mu; in
/// a direction that is not split to the rank itself.
Route halo_route(ProcessGrid const& grid, int rank, int leg, std::size_t bytes);

/// The routes of the legs whose direction is split, with bytes[leg] each.
std::vector<Route> halo_routes(ProcessGrid const& grid, int rank,
                               std::array<std::size_t, legs> const& bytes);

/// Moves the faces of a halo: a plan made once, executed many times. Faces are bytes here. One
/// exchange is begin, write every outgoing face, send, progress or wait, read the incoming faces,
/// end; then the next. Needs a living Communicator. Move-only.
class HaloExchange {
public:
  /// Collective. Throws UserError, the same on all ranks, where the memory cannot be had, saying
  /// how much it is. Shared memory gets huge pages by madvise only, whatever `pages` says.
  HaloExchange(Communicator const& world, std::vector<Route> const& routes, Transport transport,
               HugePages pages);
  /// Collective, between exchanges.
  ~HaloExchange();
  HaloExchange(HaloExchange&&) noexcept;
  HaloExchange& operator=(HaloExchange&&) noexcept;

  /// Receives are posted; outgoing faces may be written. Waits until whoever read what they held
  /// two exchanges ago is done with it.
  void begin();
  /// Where to write the face of a leg: this rank's memory or the receiver's. Aligned to 64 bytes.
  /// From begin() to send().
  std::byte* outgoing(int leg) const;
  /// All outgoing faces are written, and seen by this thread.
  void send();
  /// Drives the exchange after send(); true if nothing is left to do. With several workers, each a
  /// thread of its own, `worker` drives its share of the legs (needs MPI_THREAD_MULTIPLE).
  bool progress(int worker = 0, int workers = 1);
  /// Returns when all faces are there and all outgoing ones may be written again.
  void wait();
  /// The face of a leg, from wait() to end(). Aligned to 64 bytes.
  std::byte const* incoming(int leg) const;
  /// The incoming faces are not needed any more.
  void end();

  /// Sent by this rank in one exchange.
  std::size_t bytes_by_messages() const;
  std::size_t bytes_by_shared_memory() const;

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace kitt::comms
