// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"

#include <optional>

namespace kitt::comms::detail {

/// A sum over all threads of all ranks that crosses the network once per node.
class SumByNode {
public:
  /// Collective.
  explicit SumByNode(Communicator const& world);

  /// Collective: `sum[i]` becomes the sum of what all threads of all ranks contribute to number i.
  /// `parts`: of this rank, `numbers` of its first thread, then as many of the second...
  void run(double const* parts, int threads, double* sum, int numbers) const;

private:
  Communicator::Handle node_;                   ///< ranks of this node
  std::optional<Communicator::Handle> leaders_; ///< first ranks of all nodes; only these have it
};

} // namespace kitt::comms::detail
