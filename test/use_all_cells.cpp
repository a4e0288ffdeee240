// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/all_benchmarks.hpp"

// Registers all kinds of cells for tests with records. A program does this at the start of its
// main().
static bool const cells_are_known = (kitt::miniapp::use_all_cells(), true);
