// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/solve_cell.hpp"

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

} // namespace kitt::perf
