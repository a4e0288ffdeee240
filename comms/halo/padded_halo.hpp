// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/halo_exchange.hpp"
#include "comms/ranks/message_checks.hpp"
#include "core/gauge_action/padded_links.hpp"

#include <array>
#include <memory>
#include <vector>

namespace kitt::comms {

/// Fills the ghosts of a padded field, such as links, from this rank and its neighbours. Directions
/// are filled one after the other, each with the ghosts of the directions before it. So a rank also
/// gets the numbers of ranks that are neighbours in several directions, although it exchanges
/// messages with its next neighbours only. Copies share their buffers.
class PaddedHalo {
public:
  /// Prepares the exchange of fields of the shape of `field`, which is not read. All ranks have the
  /// same extents. Transport::direct has the effect of Transport::mpi, because the checks read
  /// faces on the host. `world` must outlive this object. Collective.
  PaddedHalo(Communicator const& world, ProcessGrid const& grid, AnyPaddedField const& field,
             Transport transport, HugePages pages);

  /// Fills all ghosts. On return the ghosts are complete. Collective.
  void fill(ExecutionSpace const& exec, AnyPaddedField const& field) const;

  /// From now on, notes all messages in `checks`, which must outlive their use. Null ends this.
  void note_in(MessageChecks* checks) { checks_ = checks; }

  /// Returns the bytes that this rank sends in one call of fill().
  std::size_t bytes_sent() const;

private:
  /// Exchange of a direction that is split among ranks.
  struct Exchange {
    std::vector<Route> routes;
    HaloExchange faces;
  };
  std::array<std::shared_ptr<Exchange>, 4> exchanges_; ///< empty for directions that are not split
  int rank_;
  MessageChecks* checks_ = nullptr;
};

} // namespace kitt::comms
