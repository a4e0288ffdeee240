// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/benchmark_run.hpp"
#include "miniapp/run/tool.hpp"

#include <memory>
#include <string>

namespace kitt::miniapp {

/// What parsing came to: one of these.
struct ParsedCommandLine {
  std::unique_ptr<BenchmarkRun> benchmark; ///< not null: to run
  RunTool tool;                            ///< not empty: run it and exit with its status
  std::string text;                        ///< not empty: print it and exit with status 0
};

/// Throws UserError for whatever is wrong with the command line.
ParsedCommandLine parse_command_line(int argc, char const* const* argv);

} // namespace kitt::miniapp
