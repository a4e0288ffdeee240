// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/collectives/collective_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

double operations_per_s(CollectiveCell const& cell) {
  return 1 / cell.seconds.median;
}

perf::CellKey key_of(CollectiveCell const& cell) {
  return {.benchmark = CollectiveCell::benchmark,
          .kernel = cell.operation,
          .variant = "",
          .parameters = {{"bytes", cell.bytes}, {"ranks", cell.ranks}}};
}

static void set_figure(perf::Figure& figure, CollectiveCell const& cell,
                       perf::FigureContext const& context) {
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = context.nodes > 1;
  figure.kernel += fmt::format(" {} B", cell.bytes);
}

extern perf::CellKind const collectives_cells = perf::cell_kind<CollectiveCell>(
    {.benchmarks = {{"collectives", "Collective operations", "Collective", "operations per second",
                     "1/s", false, false}},
     .kernels = {{"barrier"},
                 {"broadcast"},
                 {"reduce"},
                 {"allreduce"},
                 {"allreduce-by-node"},
                 {"allgather"},
                 {"alltoall"}},
     .merits = {{"seconds/median", "", true, {"allreduce", "allreduce-by-node", "barrier"}},
                {"operations_per_s", "operations per second"}},
     .plot = {.x = "parameters/bytes", .y = "seconds/median", .colours = {"kernel"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::CollectiveCell const&);
template kitt::miniapp::CollectiveCell kitt::perf::Cell::figures() const;
