// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/solve/solve_cell.hpp"

#include "perf/record/cell_columns.hpp"
#include "perf/record/define_cells.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>

namespace kitt::miniapp {

double seconds_per_iteration(SolveCell const& cell) {
  return cell.seconds.median / static_cast<double>(cell.iterations);
}

double seconds_of_work(SolveCell const& cell) {
  return seconds_per_iteration(cell) / cell.applications_per_iteration;
}

double fraction_of_operator(SolveCell const& cell) {
  return cell.mflops_per_node / cell.operator_mflops_per_node;
}

perf::CellKey key_of(SolveCell const& cell) {
  auto key = perf::lattice_key(cell.kernel, cell.l, cell.ls, cell.precision, cell.variant);
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
  return fraction_of_operator(cell) > perf::most_fraction;
}

static void set_figure(perf::Figure& figure, SolveCell const& cell,
                       perf::FigureContext const& context) {
  perf::set_rate(figure, cell.mflops_per_node, cell.seconds);
  figure.communication_seconds = cell.seconds.median;
  figure.flops_per_site = cell.flops_per_site;
  if (cell.variant == SolveCell::mixed_precision) // no faster way to what one precision gives
    figure.kernel += " mixed";
  perf::set_lattice(figure, cell.global_volume, context);
}

namespace {

std::string precision_name(SolveCell const& cell) {
  return cell.variant == SolveCell::mixed_precision ? "mixed" : to_string(cell.precision);
}

std::string solver_name(SolveCell const& cell) {
  return (cell.variant == SolveCell::pipelined ? "p-" : "") + cell.kernel;
}

std::string steps(SolveCell const& cell) {
  if (cell.restarts == 0)
    return std::to_string(cell.iterations);
  return fmt::format("{} / {}", cell.iterations, cell.restarts);
}

std::string reductions(SolveCell const& cell) {
  return perf::percent(cell.shares.reduction_seconds / seconds_per_iteration(cell));
}

} // namespace

static std::vector<perf::ColumnOf<SolveCell>> columns_of(SolveCell const*, bool) {
  return {
      {{"Solver", "", 11, perf::Align::left}, solver_name},
      {{"L", "", 3}, [](auto& c) { return std::to_string(c.l); }},
      {{"Ls", "", 3}, [](auto& c) { return std::to_string(c.ls); }},
      {{"Prec.", "", 6, perf::Align::left}, precision_name},
      {{"Steps", "/ restarts", 10}, steps},
      {{"Solution", "time", 9}, [](auto& c) { return perf::readable_seconds(c.seconds.median); }},
      {{"+- ", "% ", 5}, [](auto& c) { return perf::error_percent(c.seconds); }},
      {{"Step", "time", 9},
       [](auto& c) { return perf::readable_seconds(seconds_per_iteration(c)); }},
      {{"Median", "Mflop/s/node", 12}, [](auto& c) { return perf::fixed(c.mflops_per_node, 3); }},
      {{"Of S ", "% ", 6},
       [](auto& c) {
         return perf::marked(perf::percent(fraction_of_operator(c)), is_faster_than_operator(c));
       }},
      {{"Sums", "%", 5}, reductions},
      {{"|r|/|b|", "iterated", 8},
       [](auto& c) { return fmt::format("{:.1e}", c.iterated_residual); }},
      {{"|b-Mx|/|b|", "naive", 10}, [](auto& c) { return fmt::format("{:.1e}", c.true_residual); }},
      {{"Order", "", 19, perf::Align::left}, [](auto& c) { return c.order; }},
      {{"Peak", "%", 5}, [](auto& c) { return perf::percent(c.peak_fraction); }},
      {{"Roof ", "% ", 9}, [](auto& c) { return perf::roof_percent(c); }},
      {{"bound by", "", 8, perf::Align::left}, [](auto& c) { return perf::ceiling_name(c); }},
  };
}

extern perf::CellKind const solve_cells = perf::cell_kind<SolveCell>(
    {.benchmarks = {{"solve", "Solution of linear systems", "Solver", "Mflop/s per node",
                     "Mflop/s/node", true}},
     .kernels = {{.name = "CG Wilson",
                  .lanes = perf::Lanes::space,
                  .what = "conjugate gradients on Wilson's Schur complement"},
                 {.name = "CG DWF",
                  .lanes = perf::Lanes::space,
                  .five_dimensions = true,
                  .what = "conjugate gradients on the domain-wall operator's"},
                 {.name = "CG naive",
                  .lanes = perf::Lanes::space,
                  .what = "conjugate gradients on naive staggered fermions"},
                 {.name = "CG asqtad",
                  .lanes = perf::Lanes::space,
                  .what = "conjugate gradients on improved staggered fermions (asqtad)"},
                 {.name = "CG HISQ",
                  .lanes = perf::Lanes::space,
                  .what = "conjugate gradients on highly improved staggered fermions (HISQ)"}}});

} // namespace kitt::miniapp

template kitt::perf::Cell::Cell(kitt::miniapp::SolveCell const&);
template kitt::miniapp::SolveCell kitt::perf::Cell::figures() const;
