// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/collective_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <fmt/format.h>

namespace kitt::perf {

double operations_per_s(CollectiveCell const& cell) {
  return 1 / cell.seconds.median;
}

CellKey key_of(CollectiveCell const& cell) {
  return {.benchmark = CollectiveCell::benchmark,
          .kernel = cell.operation,
          .variant = "",
          .parameters = {{"bytes", cell.bytes}, {"ranks", cell.ranks}}};
}

static void set_figure(Figure& figure, CollectiveCell const& cell, FigureContext const& context) {
  figure.median = operations_per_s(cell);
  figure.mean = 1 / cell.seconds.mean;
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = context.nodes > 1;
  figure.kernel += fmt::format(" {} B", cell.bytes);
}

template Cell::Cell(CollectiveCell const&);
template CollectiveCell Cell::figures() const;
extern CellKind const collective_cells = cell_kind<CollectiveCell>(
    {.benchmarks = {{"collectives", "Collective operations", "Collective", "operations per second",
                     "1/s", false, false}},
     .kernels = {{"barrier", "collectives", "barrier", ""},
                 {"broadcast", "collectives", "broadcast", ""},
                 {"reduce", "collectives", "reduce", ""},
                 {"allreduce", "collectives", "allreduce", ""},
                 {"allreduce-by-node", "collectives", "allreduce-by-node", ""},
                 {"allgather", "collectives", "allgather", ""},
                 {"alltoall", "collectives", "alltoall", ""}}});

} // namespace kitt::perf
