// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Returns a table of the threads of a matrix product, sorted by time, as in HECToR's guide. Below
/// the table is the mean time of each relation, compared with the local mean. Returns an empty text
/// for other kernels.
std::string thread_table(NumaCell const& cell);

/// Returns a matrix (threads by memory) for each kernel that was measured on several pairs of
/// domains.
std::string numa_matrices(std::vector<NumaCell> const& cells);

} // namespace kitt::miniapp
