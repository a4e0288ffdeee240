// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/all_cells.hpp"

// For tests with records: a program does this at the start of its main().
static bool const cells_are_known = (kitt::miniapp::use_all_cells(), true);
