// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"

#include "perf/record/define_cells.hpp"

namespace kitt::miniapp {

double seconds_per_application(BsmCell const& cell) {
  return cell.seconds.median / static_cast<double>(cell.applications);
}

double communication_share(BsmCell const& cell) {
  return cell.communication_seconds / cell.seconds.median;
}

std::size_t bytes_sent(BsmCell const& cell) {
  return cell.bytes_by_messages + cell.bytes_by_shared_memory;
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
  figure.communication_seconds = cell.seconds.median;
  figure.flops_per_site = static_cast<int>(cell.flops_per_site);
  figure.kernel += " " + cell.of;
  perf::set_lattice(figure, cell.global_volume, context);
}

extern perf::CellKind const bsm_cells = perf::cell_kind<BsmCell>(
    {.benchmarks = {{"bsm", "Tests of BSMBench", "BSM", "Gflop/s per node", "Gflop/s/node", true}},
     .kernels = {{"sqnorm"}, {"mad"}, {"Dphi"}},
     .merits = {{"gflops_per_s_per_node", "Gflop/s per node", false, {"Dphi", "mad", "sqnorm"}}},
     .sizes = {"l"}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::BsmCell const&);
template kitt::miniapp::BsmCell kitt::perf::Cell::figures() const;
