// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/bsm_cell.hpp"

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

} // namespace kitt::perf
