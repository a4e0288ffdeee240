// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Measured and verified collective operation of all ranks.
struct CollectiveCell {
  static constexpr char const* benchmark = "collectives";

  /// "barrier", "broadcast", "reduce", "allreduce", "allreduce-by-node", "allgather", "alltoall"
  std::string operation;
  std::int64_t bytes = 0;                     ///< bytes of a block; 0 for a barrier
  std::int64_t ranks = 1;                     ///< ranks that take part
  perf::Statistics seconds;                   ///< seconds per call of the slowest rank
  double verification_error = 0;              ///< number of bytes that arrived wrong
  std::optional<std::size_t> page_bytes = {}; ///< measured page size of the buffers
  perf::EnergyUse energy = {};
};
/// Returns the number of operations per second, from the median time.
double operations_per_s(CollectiveCell const& cell);
constexpr auto fields_of(CollectiveCell const*) {
  return kitt::fields(
      field("kernel", &CollectiveCell::operation,
            "collective operation; rank 0 is the root; sums are in double precision")
          .column("Operation", as::text(17)),
      derived("variant", [](CollectiveCell const&) { return std::string(); },
              {"always empty: MPI chooses the algorithm"}),
      figure("parameters/bytes", &CollectiveCell::bytes, "bytes",
             "bytes of one block: the broadcast data, a rank's part of a sum or gathering, or the "
             "message to each other rank; 0 for a barrier")
          .column("Bytes of a block", as::text(10)),
      field("parameters/ranks", &CollectiveCell::ranks, "number of ranks that take part")
          .at_least(1)
          .column("Ranks", as::text(6)),
      figure("page_bytes_obtained", &CollectiveCell::page_bytes, "bytes",
             "measured size of the pages that hold most of the buffers, minimum over ranks; null "
             "if unknown")
          .at_least(1)
          .column("Pages", as::bytes()),
      figure(
          "operations_per_s", [](CollectiveCell const& cell) { return operations_per_s(cell); },
          "1/s", "number of operations per second, from the median time")
          .above(0)
          .compared(),
      field("seconds", &CollectiveCell::seconds, "wall time of one call on the slowest rank")
          .all_columns(),
      field("verification_error", &CollectiveCell::verification_error,
            "number of bytes that arrived wrong")
          .at_least(0),
      inlined(&CollectiveCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(CollectiveCell const& cell);

} // namespace kitt::miniapp
