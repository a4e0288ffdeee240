// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"

#include "perf/record/cell_columns.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

double seconds_per_application(BsmCell const& cell) {
  return cell.seconds.median / static_cast<double>(cell.applications);
}

double communication_share(BsmCell const& cell) {
  return cell.communication_seconds / cell.seconds.median;
}

perf::CellKey key_of(BsmCell const& cell) {
  auto key = perf::lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, "");
  key.parameters["case"] = cell.of;
  key.parameters["fields"] = cell.fields;
  key.parameters["barrier"] = cell.barrier;
  key.parameters["gauge"] = cell.gauge;
  key.parameters["mass"] = cell.mass;
  key.parameters["flops_convention"] = cell.flops_convention;
  return key;
}

static void set_figure(perf::Figure& figure, BsmCell const& cell,
                       perf::FigureContext const& context) {
  perf::set_rate(figure, cell.gflops_per_s_per_node, cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.flops_per_site = static_cast<int>(cell.flops_per_site);
  figure.kernel += " " + cell.of;
  perf::set_lattice(figure, cell.global_volume, context);
}

static std::vector<perf::ColumnOf<BsmCell>> columns_of(BsmCell const*, bool) {
  return {
      {{"Case", "", 17, perf::Align::left}, [](auto& c) { return c.of; }},
      {{"Test", "", 6, perf::Align::left}, [](auto& c) { return c.kernel; }},
      {{"L", "", 3}, [](auto& c) { return std::to_string(c.l); }},
      {{"Prec.", "", 6, perf::Align::left}, [](auto& c) { return to_string(c.precision); }},
      {{"Fields", "", 6}, [](auto& c) { return std::to_string(c.fields); }},
      {{"Median", "Gflop/s/node", 12},
       [](auto& c) { return perf::fixed(c.gflops_per_s_per_node, 3); }},
      {{"+- ", "% ", 5}, [](auto& c) { return perf::error_percent(c.seconds); }},
      {{"Appl.", "ms", 10},
       [](auto& c) { return perf::fixed(1e3 * seconds_per_application(c), 4); }},
      {{"Comm.", "%", 5}, [](auto& c) { return perf::percent(communication_share(c)); }},
      {{"Sent", "B/appl.", 9},
       [](auto& c) { return std::to_string(c.bytes_by_messages + c.bytes_by_shared_memory); }},
      {{"Flops", "per site", 8}, [](auto& c) { return fmt::format("{:g}", c.flops_per_site); }},
      {{"Error", "", 8}, [](auto& c) { return fmt::format("{:.1e}", c.verification_error); }},
      {{"Order", "", 19, perf::Align::left}, [](auto& c) { return perf::or_dash(c.order); }},
      {{"Peak", "%", 5}, [](auto& c) { return perf::percent(c.peak_fraction); }},
      {{"Roof ", "% ", 9}, [](auto& c) { return perf::roof_percent(c); }},
      {{"bound by", "", 8, perf::Align::left}, [](auto& c) { return perf::ceiling_name(c); }},
  };
}

extern perf::CellKind const bsm_cells = perf::cell_kind<BsmCell>(
    {.benchmarks = {{"bsm", "Tests of BSMBench", "BSM", "Gflop/s per node", "Gflop/s/node", true}},
     .kernels = {{"sqnorm"}, {"mad"}, {"Dphi"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::BsmCell const&);
template kitt::miniapp::BsmCell kitt::perf::Cell::figures() const;
