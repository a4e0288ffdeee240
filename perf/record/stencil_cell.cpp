// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/stencil_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <fmt/format.h>

namespace kitt::perf {

double pairs_per_node(StencilCell const& cell) {
  return static_cast<double>(cell.pairs) / static_cast<double>(cell.nodes);
}

double pairs_between_nodes_per_node(StencilCell const& cell) {
  return static_cast<double>(cell.pairs_between_nodes) / static_cast<double>(cell.nodes);
}

double messages_per_s_per_node(StencilCell const& cell) {
  return pairs_per_node(cell) * static_cast<double>(cell.messages) / cell.seconds.median;
}

double mb_per_s_per_node(StencilCell const& cell) {
  return messages_per_s_per_node(cell) * static_cast<double>(cell.bytes) * 1e-6;
}

CellKey key_of(StencilCell const& cell) {
  CellKey key{.benchmark = StencilCell::benchmark,
              .kernel = cell.pattern,
              .variant = cell.requests,
              .parameters = {{"dims", cell.dims},
                             {"bytes", cell.bytes},
                             {"messages", cell.messages},
                             {"cold_cache_bytes", cell.cold_cache_bytes}}};
  if (!cell.hugepages.empty())
    key.parameters["hugepages"] = cell.hugepages;
  return key;
}

static void set_figure(Figure& figure, StencilCell const& cell, FigureContext const&) {
  set_rate(figure, mb_per_s_per_node(cell), cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.pairs_between_nodes > 0;
  figure.kernel += fmt::format(" {}-D {} B x {}{}", cell.dims, cell.bytes, cell.messages,
                               cell.cold_cache_bytes > 0 ? " cold" : "");
  if (!cell.hugepages.empty())
    figure.kernel += " hugepages " + cell.hugepages;
}

template Cell::Cell(StencilCell const&);
template StencilCell Cell::figures() const;
extern CellKind const stencil_cells = cell_kind<StencilCell>(
    {.benchmarks = {{"stencil", "Exchange with neighbours", "Neighbours", "MB/s per node, one way",
                     "MB/s/node", false}},
     .kernels = {{"grid", "stencil", "grid", ""}, {"off-node", "stencil", "off-node", ""}}});

} // namespace kitt::perf
