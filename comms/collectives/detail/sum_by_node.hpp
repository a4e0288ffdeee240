// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"

#include <optional>

namespace kitt::comms::detail {

/// A sum over all threads of all ranks. The sum crosses the network once per node.
class SumByNode {
public:
  /// Makes communicators of the ranks of each node, and of the first ranks of all nodes.
  /// Collective.
  explicit SumByNode(Communicator const& world);

  /// Adds the contributions of all threads of all ranks to `sum`, element by element. `parts`:
  /// contributions of this rank, `numbers` numbers per thread, thread after thread. `sum`:
  /// `numbers` numbers. Collective.
  void run(double const* parts, int threads, double* sum, int numbers) const;

private:
  Communicator::Handle node_; ///< ranks of this node
  /// communicator of the first ranks of all nodes; empty on other ranks
  std::optional<Communicator::Handle> leaders_;
};

} // namespace kitt::comms::detail
