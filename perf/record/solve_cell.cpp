// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/solve_cell.hpp"

#include "perf/record/define_cells.hpp"

namespace kitt::perf {

double seconds_per_iteration(SolveCell const& cell) {
  return cell.seconds.median / static_cast<double>(cell.iterations);
}

double seconds_of_work(SolveCell const& cell) {
  return seconds_per_iteration(cell) / cell.applications_per_iteration;
}

double fraction_of_operator(SolveCell const& cell) {
  return cell.mflops_per_node / cell.operator_mflops_per_node;
}

CellKey key_of(SolveCell const& cell) {
  auto key = lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, cell.variant);
  key.parameters["gauge"] = cell.gauge;
  key.parameters["mass"] = cell.mass;
  auto const set = [&](char const* name, std::string const& value) {
    if (!value.empty())
      key.parameters[name] = value;
  };
  set("u0", cell.u0);
  set("naik_epsilon", cell.naik_epsilon);
  set("source", cell.source);
  key.parameters["tolerance"] = cell.tolerance;
  key.parameters["most_iterations"] = cell.most_iterations;
  return key;
}

bool is_faster_than_operator(SolveCell const& cell) {
  return fraction_of_operator(cell) > most_fraction;
}

static void set_figure(Figure& figure, SolveCell const& cell, FigureContext const& context) {
  set_rate(figure, cell.mflops_per_node, cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.flops_per_site = cell.flops_per_site;
  if (cell.variant == SolveCell::mixed_precision) // no faster way to what one precision gives
    figure.kernel += " mixed";
  set_lattice(figure, cell.global_volume, context);
}

template Cell::Cell(SolveCell const&);
template SolveCell Cell::figures() const;
extern CellKind const solve_cells = cell_kind<SolveCell>(
    {.benchmarks = {{"solve", "Solution of linear systems", "Solver", "Mflop/s per node",
                     "Mflop/s/node", true}},
     .kernels = {{"CG Wilson", "solve", "CG Wilson", "", Lanes::space, false,
                  "conjugate gradients on Wilson's Schur complement"},
                 {"CG DWF", "solve", "CG DWF", "", Lanes::space, true,
                  "conjugate gradients on the domain-wall operator's"},
                 {"CG naive", "solve", "CG naive", "", Lanes::space, false,
                  "conjugate gradients on naive staggered fermions"},
                 {"CG asqtad", "solve", "CG asqtad", "", Lanes::space, false,
                  "conjugate gradients on improved staggered fermions (asqtad)"},
                 {"CG HISQ", "solve", "CG HISQ", "", Lanes::space, false,
                  "conjugate gradients on highly improved staggered fermions (HISQ)"}}});

} // namespace kitt::perf
