// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/all_cells.hpp"

#include "perf/record/cell_kind.hpp"
#include "perf/record/fft_cell.hpp"
#include "perf/record/halo_cell.hpp"
#include "perf/record/message_cell.hpp"
#include "perf/record/pic_cell.hpp"
#include "perf/record/transpose_cell.hpp"

#include <array>

namespace kitt::miniapp {

// One folder each.
extern perf::CellKind const hopping_cells, solve_cells, bsm_cells, memory_cells, stencil_cells,
    collective_cells, hash_cells, domain_cells, numa_cells;

void use_all_cells() {
  static constexpr std::array kinds{&hopping_cells,
                                    &solve_cells,
                                    &bsm_cells,
                                    &memory_cells,
                                    &perf::halo_cells,
                                    &stencil_cells,
                                    &perf::message_cells,
                                    &collective_cells,
                                    &hash_cells,
                                    &perf::fft_cells,
                                    &perf::transpose_cells,
                                    &perf::pic_cells,
                                    &domain_cells,
                                    &numa_cells};
  perf::use_cell_kinds(kinds);
}

} // namespace kitt::miniapp
