// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <array>
#include <optional>
#include <string>

/// \file
/// Steps that figures of records and figures of published tables have in common.

namespace kitt::perf::detail {

using Grid = std::array<int, 4>; ///< numbers of nodes or ranks along x, y, z, t

/// Sets the names of kernel and variant of a figure, by families of kernels. Kernels of one family
/// become variants ("axpy": KITT, Kokkos Kernels). Ways to exchange a halo along the same
/// directions become variants, too.
void name_by_family(Figure& figure);

/// Returns the grid of nodes if it follows from the grid of ranks and `node_block`, the grid of
/// ranks inside a node.
std::optional<Grid> node_grid_of(Results const& results, std::optional<Grid> const& node_block);

/// Completes results after the last figure was added. Figures of halo exchanges get the grid of
/// nodes. Throws UserError if a figure is not a positive number.
void complete(Results& results);

} // namespace kitt::perf::detail
