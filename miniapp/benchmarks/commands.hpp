// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/options.hpp"

namespace kitt::miniapp {

class Session;

/// One benchmark each; the file of the same name holds it. Returns the exit status: 0, or 1 if a
/// result was wrong. Throws UserError for what the user can mend.
int run_itt(Session& session);
int run_dslash(Session& session);
int run_memory(Session& session);
int run_halo(Session& session);
int run_machine(Session& session);

/// About how many cells these will have in the record: kernels times sizes times variants times
/// strategies. Some turn out not to apply.
int hopping_cells(Session const& session);
int memory_cells(Session const& session);
int halo_cells(Session const& session);
/// All of the session's command.
int cells_of(Session const& session);

} // namespace kitt::miniapp
