// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/stencil_cell.hpp"

#include "miniapp/benchmarks/stencil/stencil_curves.hpp"
#include "perf/record/define_cells.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

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

perf::CellKey key_of(StencilCell const& cell) {
  perf::CellKey key{.benchmark = StencilCell::benchmark,
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

static void set_figure(perf::Figure& figure, StencilCell const& cell, perf::FigureContext const&) {
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.pairs_between_nodes > 0;
  figure.kernel += fmt::format(" {}-D {} B x {}{}", cell.dims, cell.bytes, cell.messages,
                               cell.cold_cache_bytes > 0 ? " cold" : "");
  if (!cell.hugepages.empty())
    figure.kernel += " hugepages " + cell.hugepages;
}

namespace {

class StencilSummary final : public perf::SummaryPart {
public:
  explicit StencilSummary(perf::Json const&) {}

  void add(perf::Cell const& cell) override { cells_.push_back(cell.figures<StencilCell>()); }
  void write(perf::Json& summary) const override {
    if (auto const curves = curves_of(cells_); !curves.empty())
      summary["stencil"] = perf::to_data(curves);
  }

private:
  std::vector<StencilCell> cells_;
};

} // namespace

extern perf::CellKind const stencil_cells = perf::cell_kind<StencilCell>(
    {.benchmarks = {{"stencil", "Exchange with neighbours", "Neighbours", "MB/s per node, one way",
                     "MB/s/node", false}},
     .kernels = {{"grid"}, {"off-node"}},
     .plot = {.x = "parameters/bytes",
              .y = "mb_per_s_per_node",
              .colours = {"kernel", "parameters/dims", "variant", "parameters/cold_cache_bytes",
                          "parameters/hugepages"},
              .dashes = "parameters/messages"},
     .summary_part = perf::make_summary_part<StencilSummary>,
     .summary_schema = [] {
       auto curves = perf::schema_of<std::vector<StencilCurve>>();
       curves["description"] = "properties of exchanges with neighbours, from cells with several "
                               "message sizes; absent if there are no such cells";
       return perf::Json{{"properties", {{"stencil", curves}}}, {"required", perf::Json::array()}};
     }});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::StencilCell const&);
template kitt::miniapp::StencilCell kitt::perf::Cell::figures() const;
