// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/session.hpp"

#include <cstdint>
#include <vector>

namespace kitt::miniapp {

struct MemoryOptions {
  FieldOptions fields;
  std::vector<std::int64_t> bytes = {}; ///< all fields of a kernel on a node; or none
};

int memory_cells(Session const& session, MemoryOptions const& options);
/// Measures a x + y and its kin. Returns the exit status. Collective.
int run_memory(Session& session, MemoryOptions const& options);

} // namespace kitt::miniapp
