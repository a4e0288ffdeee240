// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/run.hpp"

#include <cstdint>
#include <vector>

namespace kitt::miniapp {

struct MemoryOptions {
  FieldOptions fields;
  /// bytes of all fields of a kernel on a node; empty if L gives the sizes
  std::vector<std::int64_t> bytes = {};
};

int memory_cells(RunContext const& context, MemoryOptions const& options);
/// Runs the memory benchmark. Returns the exit status of the program. Collective.
int run_memory(Run const& run, MemoryOptions const& options);

} // namespace kitt::miniapp
