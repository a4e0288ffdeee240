// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::miniapp {

/// Registers the cells of all benchmarks, so that records can hold them. Must be called once by a
/// program, before the program reads or begins a record.
void use_all_cells();

} // namespace kitt::miniapp
