// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/numa/numa_cell.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// The threads of a product by time, as HECToR's guide lists them, and then the mean of each
/// relation beside that of the local ones. Nothing of other kernels.
std::string thread_table(NumaCell const& cell);

/// Of each kernel that was measured on several pairs of domains a matrix, threads by memory.
std::string numa_matrices(std::vector<NumaCell> const& cells);

} // namespace kitt::miniapp
