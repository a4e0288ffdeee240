// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::miniapp {

/// Registers the cells of all benchmarks, so that records can hold them. A program calls it once,
/// before it reads or begins a record.
void use_all_cells();

} // namespace kitt::miniapp
