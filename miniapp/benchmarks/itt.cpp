// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/commands.hpp"
#include "miniapp/run/session.hpp"
#include "perf/tables/cell_tables.hpp"

namespace kitt::miniapp {

/// All of the ITT: the hopping kernels, the memory benchmark, the halo exchange, the score.
int run_itt(Session& session) {
  int const hopping = run_dslash(session);
  int const memory = run_memory(session);
  int const halo = run_halo(session);
  session.print(perf::summary_text(session.record().summary()));
  return hopping == 0 && memory == 0 && halo == 0 ? 0 : 1;
}

int cells_of(Session const& session) {
  switch (session.options().command) {
  case Command::dslash:
    return hopping_cells(session);
  case Command::memory:
    return memory_cells(session);
  case Command::halo:
    return halo_cells(session);
  default:
    return hopping_cells(session) + memory_cells(session) + halo_cells(session);
  }
}

} // namespace kitt::miniapp
