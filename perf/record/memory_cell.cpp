// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/memory_cell.hpp"

#include "perf/record/define_cells.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf {

CellKey key_of(MemoryCell const& cell) {
  auto key = lattice_key(cell.kernel, cell.l, 1, cell.precision, "");
  if (cell.asked_bytes > 0) { // the size was given in bytes
    key.parameters.erase("l");
    key.parameters.erase("ls");
    key.parameters["bytes"] = cell.asked_bytes;
  }
  return key;
}

std::optional<double> launch_share(MemoryCell const& cell) {
  if (cell.launch_seconds <= 0)
    return std::nullopt;
  return std::min(1.0, cell.launch_seconds / cell.seconds.median);
}

std::optional<double> gb_per_s_per_node_without_launch(MemoryCell const& cell) {
  constexpr double most = 0.8; // above it the rest is a difference of two almost equal times
  auto const share = launch_share(cell);
  if (!share || *share > most)
    return std::nullopt;
  return cell.gb_per_s_per_node / (1 - *share);
}

static void set_figure(Figure& figure, MemoryCell const& cell, FigureContext const& context) {
  set_rate(figure, cell.gb_per_s_per_node, cell.seconds);
  figure.node_sites = sites_of_node(figure, context.ranks_per_node);
}

/// Adds " 4096 B" if the size was given in bytes.
static void name_memory_figure(Figure& figure, CellKey const& key, FigureContext const& context) {
  if (auto const bytes = key.text("bytes"); !bytes.empty())
    figure.kernel += fmt::format(" {} B{}", bytes, context.volume == "per rank" ? " per rank" : "");
}

template Cell::Cell(MemoryCell const&);
template MemoryCell Cell::figures() const;
extern CellKind const memory_cells = cell_kind<MemoryCell>(
    {.benchmarks = {{"memory", "Memory", "Memory", "GB/s per node", "GB/s/node", false}},
     .kernels = {{"axpy (KITT)", "memory", "axpy", "KITT"},
                 {"axpy (Kokkos Kernels)", "memory", "axpy", "Kokkos Kernels"},
                 {"read", "memory", "read", ""},
                 {"copy", "memory", "copy", ""},
                 {"triad", "memory", "triad", ""}},
     .name_figure = name_memory_figure});

} // namespace kitt::perf
