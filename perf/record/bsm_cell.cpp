// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/bsm_cell.hpp"

#include "perf/record/define_cells.hpp"

namespace kitt::perf {

double seconds_per_application(BsmCell const& cell) {
  return cell.seconds.median / static_cast<double>(cell.applications);
}

double communication_share(BsmCell const& cell) {
  return cell.communication_seconds / cell.seconds.median;
}

CellKey key_of(BsmCell const& cell) {
  auto key = lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, "");
  key.parameters["case"] = cell.of;
  key.parameters["fields"] = cell.fields;
  key.parameters["barrier"] = cell.barrier;
  key.parameters["gauge"] = cell.gauge;
  key.parameters["mass"] = cell.mass;
  key.parameters["flops_convention"] = cell.flops_convention;
  return key;
}

static void set_figure(Figure& figure, BsmCell const& cell, FigureContext const& context) {
  set_rate(figure, cell.gflops_per_s_per_node, cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.flops_per_site = static_cast<int>(cell.flops_per_site);
  figure.kernel += " " + cell.of;
  set_lattice(figure, cell.global_volume, context);
}

template Cell::Cell(BsmCell const&);
template BsmCell Cell::figures() const;
extern CellKind const bsm_cells = cell_kind<BsmCell>(
    {.benchmarks = {{"bsm", "Tests of BSMBench", "BSM", "Gflop/s per node", "Gflop/s/node", true}},
     .kernels = {
         {"sqnorm", "bsm", "sqnorm", ""}, {"mad", "bsm", "mad", ""}, {"Dphi", "bsm", "Dphi", ""}}});

} // namespace kitt::perf
