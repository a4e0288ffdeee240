// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/options.hpp"

namespace kitt::miniapp {

class Session;

/// One benchmark each; the file of the same name holds it. Returns the exit status: 0, or 1 if a
/// result was wrong. Throws UserError for what the user can mend.
int run_itt(Session& session);
int run_dslash(Session& session);
int run_memory(Session& session);
int run_halo(Session& session);
int run_machine(Session& session);

} // namespace kitt::miniapp
