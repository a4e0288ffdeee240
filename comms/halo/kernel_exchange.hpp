// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "core/backend/backend_traits.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace kitt::comms {

/// An exchange of faces that kernels write and read. On a GPU, faces can be staged: kernels use
/// memory of the GPU. Faces are copied to the host before they are sent, and back when they have
/// arrived. MPI then need not know GPUs.
class KernelExchange {
public:
  /// Plans the exchange as HaloExchange does. `staged` has no effect with Transport::direct, which
  /// sends from the memory of kernels. Tests stage faces on a CPU, too. Collective.
  KernelExchange(Communicator const& world, std::vector<Route> const& routes, Transport transport,
                 HugePages pages, bool staged = !BackendTraits<ExecutionSpace>::on_host);

  /// Begins an exchange, as HaloExchange::begin() does.
  void begin();
  /// Returns the memory into which kernels write the face of a hop between begin() and send().
  /// Aligned to 64 bytes.
  std::byte* outgoing(int leg) const;
  /// Sends all faces after the earlier work on `exec`, for which this function waits.
  void send(ExecutionSpace const& exec);
  /// Makes the exchange progress, as HaloExchange::progress() does.
  bool progress(int worker, int workers) { return exchange_.progress(worker, workers); }
  /// Waits until all faces have arrived and kernels can read them. Copies are made on `exec`. Each
  /// later call of the same exchange does nothing.
  void wait(ExecutionSpace const& exec);
  /// Returns the face of a hop that has arrived, valid from wait() to end(). Aligned to 64 bytes.
  std::byte const* incoming(int leg) const;
  /// Ends the exchange: kernels no longer need the incoming faces.
  void end() { exchange_.end(); }

  /// Bytes that this rank sends in one exchange, by MPI messages and by shared memory.
  std::size_t bytes_by_messages() const { return exchange_.bytes_by_messages(); }
  std::size_t bytes_by_shared_memory() const { return exchange_.bytes_by_shared_memory(); }
  /// Bytes that this rank sends to ranks of other nodes in one exchange.
  std::size_t bytes_between_nodes() const { return exchange_.bytes_between_nodes(); }

private:
  using Bytes = Kokkos::View<std::byte*, MemorySpace>;
  using Faces = std::array<Bytes, legs>; ///< faces of all hops; empty if a hop is not exchanged

  HaloExchange exchange_;
  bool staged_;
  bool arrived_ = false; ///< whether kernels can read the faces of this exchange
  Faces outgoing_;       ///< faces in the memory of kernels; empty if not staged
  Faces incoming_;
};

} // namespace kitt::comms
