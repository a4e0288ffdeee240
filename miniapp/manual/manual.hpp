// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/tool.hpp"

namespace kitt::miniapp {

/// Tools that say what the command line takes (described_program.hpp), to a reader and to a
/// shell.
RunTool add_man(CLI::App& app);
RunTool add_completion(CLI::App& app);
/// Knows the commands that were added before it.
RunTool add_help(CLI::App& app);

} // namespace kitt::miniapp
