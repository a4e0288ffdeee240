// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/tool.hpp"

namespace kitt::miniapp {

/// Add one tool each to the command line. The file with the name of a tool implements it.
RunTool add_compare(CLI::App& app);
RunTool add_gauge(CLI::App& app);
RunTool add_judge(CLI::App& app);
RunTool add_list(CLI::App& app);
RunTool add_model(CLI::App& app);
RunTool add_report(CLI::App& app);
RunTool add_schema(CLI::App& app);
RunTool add_sweep(CLI::App& app);

} // namespace kitt::miniapp
