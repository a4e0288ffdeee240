// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Lists all benchmarks in the order of the help. NAME has its `NAME_benchmark` and, in CELLS, its
/// `NAME_cells`, both defined in its own folder. COMMAND is for benchmarks without cells of their
/// own.
#define KITT_ALL_BENCHMARKS(COMMAND, CELLS)                                                        \
  COMMAND(itt)                                                                                     \
  CELLS(hopping)                                                                                   \
  CELLS(bsm)                                                                                       \
  CELLS(solve)                                                                                     \
  CELLS(hmc)                                                                                       \
  CELLS(memory)                                                                                    \
  CELLS(halo)                                                                                      \
  CELLS(p2p)                                                                                       \
  CELLS(domains)                                                                                   \
  CELLS(stencil)                                                                                   \
  CELLS(collectives)                                                                               \
  CELLS(hash)                                                                                      \
  CELLS(numa)                                                                                      \
  CELLS(nodes)                                                                                     \
  COMMAND(machine)                                                                                 \
  CELLS(transpose)                                                                                 \
  CELLS(fft)                                                                                       \
  CELLS(pic)                                                                                       \
  COMMAND(suite)

namespace kitt::miniapp {

/// Registers the cells of all benchmarks, so that records can hold them. Must be called once by a
/// program, before the program reads or begins a record.
void use_all_cells();

} // namespace kitt::miniapp
