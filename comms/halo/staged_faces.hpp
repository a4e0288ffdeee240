// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "core/backend/backend_traits.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace kitt::comms {

/// The faces of a halo in the memory of kernels. They are copied to the memory of the exchange
/// before they are sent, and from there when they have arrived. Copies share their memory.
class StagedFaces {
public:
  explicit StagedFaces(std::vector<Route> const& routes);

  /// Returns the memory of a face, aligned to at least 64 bytes.
  std::byte* outgoing(int leg) const { return outgoing_[static_cast<std::size_t>(leg)].data(); }
  std::byte* incoming(int leg) const { return incoming_[static_cast<std::size_t>(leg)].data(); }

  /// Copies all outgoing faces to the exchange, after the earlier work on `exec`. The copies are
  /// complete after a fence of `exec`.
  void write_to(HaloExchange const& exchange, ExecutionSpace const& exec) const;
  /// Copies all faces that have arrived from the exchange. Later work on `exec` finds them
  /// complete.
  void fetch_from(HaloExchange const& exchange, ExecutionSpace const& exec) const;

private:
  using Bytes = Kokkos::View<std::byte*, MemorySpace>;

  /// faces of all hops; empty if a hop is not exchanged
  std::array<Bytes, legs> outgoing_;
  std::array<Bytes, legs> incoming_;
};

} // namespace kitt::comms
