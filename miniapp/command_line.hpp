// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/benchmark_run.hpp"
#include "miniapp/run/tool.hpp"

#include <memory>
#include <string>

namespace kitt::miniapp {

/// Result of parsing. Exactly one member of the result is set.
struct ParsedCommandLine {
  std::unique_ptr<BenchmarkRun> benchmark; ///< if not null, the benchmark to run
  RunTool tool;     ///< if not empty, the tool to run; the program exits with its status
  std::string text; ///< if not empty, the text to print before the program exits with status 0
};

/// Parses the command line. Throws UserError if anything in it is wrong.
ParsedCommandLine parse_command_line(int argc, char const* const* argv);

} // namespace kitt::miniapp
