// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/session.hpp"

namespace kitt::miniapp {

int memory_cells(Session const& session, FieldOptions const& options);
/// Measures a x + y and its kin. Returns the exit status. Collective.
int run_memory(Session& session, FieldOptions const& options);

} // namespace kitt::miniapp
