// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <array>
#include <optional>
#include <string>

/// \file
/// What is done alike with figures of records and of published tables.

namespace kitt::perf::detail {

using Grid = std::array<int, 4>; ///< along x, y, z, t

/// Kernels of one family are its variants ("axpy": KITT, Kokkos Kernels), ways to exchange faces
/// those of a halo along the same directions.
void name_by_family(Figure& figure);

/// The nodes' grid, as far as it follows from that of their ranks and a node's part of it.
std::optional<Grid> node_grid_of(Results const& results, std::optional<Grid> const& node_block);

/// After the last figure: those that exchange faces have the grid of nodes too. Throws UserError
/// for a figure that can be none.
void complete(Results& results);

} // namespace kitt::perf::detail
