// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/stencil/stencil_cell.hpp"

#include "miniapp/benchmarks/stencil/stencil_curves.hpp"
#include "perf/record/cell_columns.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

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
  perf::set_rate(figure, mb_per_s_per_node(cell), cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.between_nodes = cell.pairs_between_nodes > 0;
  figure.kernel += fmt::format(" {}-D {} B x {}{}", cell.dims, cell.bytes, cell.messages,
                               cell.cold_cache_bytes > 0 ? " cold" : "");
  if (!cell.hugepages.empty())
    figure.kernel += " hugepages " + cell.hugepages;
}

static std::vector<perf::ColumnOf<StencilCell>> columns_of(StencilCell const*, bool) {
  return {
      {{"Pattern", "", 12, perf::Align::left},
       [](auto& c) { return fmt::format("{} {}-D", c.pattern, c.dims); }},
      {{"Pairs", "per node", 8}, [](auto& c) { return fmt::format("{:g}", pairs_per_node(c)); }},
      {{"of them", "off-node", 8},
       [](auto& c) { return fmt::format("{:g}", pairs_between_nodes_per_node(c)); }},
      {{"Bytes", "", 8}, [](auto& c) { return std::to_string(c.bytes); }},
      {{"Messages", "", 8}, [](auto& c) { return std::to_string(c.messages); }},
      {{"Pages", "", 7}, [](auto& c) { return perf::page_size(c.page_bytes); }},
      {{"Per node", "MB/s", 11}, [](auto& c) { return perf::fixed(mb_per_s_per_node(c), 2); }},
      {{"to small", "pages", 8}, [](auto& c) { return perf::fixed(c.ratio_to_small_pages, 3); }},
      {{"Per node", "messages/s", 11},
       [](auto& c) { return perf::fixed(messages_per_s_per_node(c), 0); }},
      {{"+- ", "% ", 5}, [](auto& c) { return perf::error_percent(c.seconds); }},
      {{"Time", "per call", 9}, [](auto& c) { return perf::readable_seconds(c.seconds.median); }},
      {{"Run", "", 10, perf::Align::left}, [](auto& c) { return c.requests; }},
  };
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
     .summary_part = perf::make_summary_part<StencilSummary>,
     .summary_schema = [] {
       auto curves = perf::schema_of<std::vector<StencilCurve>>();
       curves["description"] = "what sizes say of exchanges with neighbours; absent without";
       return perf::Json{{"properties", {{"stencil", curves}}}, {"required", perf::Json::array()}};
     }});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::StencilCell const&);
template kitt::miniapp::StencilCell kitt::perf::Cell::figures() const;
