// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/benchmark.hpp"

#include "perf/record/cell_kind.hpp"

#include <array>

namespace kitt::miniapp {

// Each kind of cell is defined in the folder of its benchmark.
extern perf::CellKind const hopping_cells, solve_cells, bsm_cells, memory_cells, halo_cells,
    stencil_cells, message_cells, collective_cells, hash_cells, fft_cells, transpose_cells,
    pic_cells, domain_cells, numa_cells;

void use_all_cells() {
  static constexpr std::array kinds{
      &hopping_cells,   &solve_cells,   &bsm_cells,        &memory_cells, &halo_cells,
      &stencil_cells,   &message_cells, &collective_cells, &hash_cells,   &fft_cells,
      &transpose_cells, &pic_cells,     &domain_cells,     &numa_cells};
  perf::use_cell_kinds(kinds);
}

} // namespace kitt::miniapp
