// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/session.hpp"

#include <cstdint>
#include <vector>

namespace kitt::miniapp {

struct MemoryOptions {
  FieldOptions fields;
  /// bytes of all fields of a kernel on a node; empty if L gives the sizes
  std::vector<std::int64_t> bytes = {};
};

int memory_cells(Session const& session, MemoryOptions const& options);
/// Runs the memory benchmark. Returns the exit status of the program. Collective.
int run_memory(Session& session, MemoryOptions const& options);

} // namespace kitt::miniapp
