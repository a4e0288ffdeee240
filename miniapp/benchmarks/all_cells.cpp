// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/all_benchmarks.hpp"

#include "perf/record/cell_kind.hpp"

#include <array>

namespace kitt::miniapp {

#define KITT_NOTHING(name)
#define KITT_DECLARE(name) extern perf::CellKind const name##_cells;
#define KITT_ADDRESS(name) &name##_cells,

KITT_ALL_BENCHMARKS(KITT_NOTHING, KITT_DECLARE)

void use_all_cells() {
  static constexpr std::array kinds{KITT_ALL_BENCHMARKS(KITT_NOTHING, KITT_ADDRESS)};
  perf::use_cell_kinds(kinds);
}

} // namespace kitt::miniapp
