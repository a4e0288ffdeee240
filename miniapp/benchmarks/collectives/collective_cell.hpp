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

/// An operation of all ranks together, measured and verified.
struct CollectiveCell {
  static constexpr char const* benchmark = "collectives";

  /// "barrier", "broadcast", "reduce", "allreduce", "allreduce-by-node", "allgather", "alltoall"
  std::string operation;
  std::int64_t bytes = 0;                     ///< of a block; of a barrier 0
  std::int64_t ranks = 1;                     ///< that take part
  perf::Statistics seconds;                   ///< per call, of the slowest rank
  double verification_error = 0;              ///< bytes that arrived wrong
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  perf::EnergyUse energy = {};
};
double operations_per_s(CollectiveCell const& cell); ///< From the median.
constexpr auto fields_of(CollectiveCell const*) {
  return kitt::fields(
      field("kernel", &CollectiveCell::operation,
            "the operation; roots are rank 0, sums are of double precision"),
      derived("variant", [](CollectiveCell const&) { return std::string(); },
              {"empty: as MPI does it"}),
      figure("parameters/bytes", &CollectiveCell::bytes, "bytes",
             "of a block: what is broadcast, what a rank contributes to a sum or a gathering, what "
             "it sends to each other; 0 for a barrier"),
      field("parameters/ranks", &CollectiveCell::ranks, "that take part").at_least(1),
      field("seconds", &CollectiveCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &CollectiveCell::verification_error, "bytes that arrived wrong")
          .at_least(0),
      figure(
          "operations_per_s", [](CollectiveCell const& cell) { return operations_per_s(cell); },
          "1/s", "from the median time")
          .above(0),
      figure("page_bytes_obtained", &CollectiveCell::page_bytes, "bytes",
             "the pages that most bytes of the buffers lie on, the smallest of any rank; null: "
             "unknown")
          .at_least(1)
          .since_later(),
      inlined(&CollectiveCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(CollectiveCell const& cell);

} // namespace kitt::miniapp
