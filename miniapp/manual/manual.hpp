// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/tool.hpp"

namespace kitt::miniapp {

/// Add tools that describe the command line (described_program.hpp) to users and to shells.
RunTool add_man(CLI::App& app);
RunTool add_completion(CLI::App& app);
/// Adds the tool `help`, which knows the commands that were added before it.
RunTool add_help(CLI::App& app);

} // namespace kitt::miniapp
