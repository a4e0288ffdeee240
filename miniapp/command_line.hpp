// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/benchmark_run.hpp"
#include "miniapp/run/tool.hpp"

#include <memory>
#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace kitt::miniapp {

/// Result of parsing. Exactly one member of the result is set.
struct ParsedCommandLine {
  std::unique_ptr<BenchmarkRun> benchmark; ///< if not null, the benchmark to run
  RunTool tool;     ///< if not empty, the tool to run; the program exits with its status
  std::string text; ///< if not empty, the text to print before the program exits with status 0
};

/// Parses the command line. Throws UserError if anything in it is wrong.
ParsedCommandLine parse_command_line(int argc, char const* const* argv);

namespace detail {

// Writes the errors of the command line in KITT's own words instead of the words of the parser
// library.

/// Returns one line "what (why): what to do" for an error that `program` threw while parsing.
std::string explain(CLI::ParseError const& error, CLI::App const& program);

/// Throws UserError if a command line contains a mark at which the parser stops silently: "--"
/// (allowed only for commands with arguments) or "++" (never allowed). Must be called after parsing
/// without an error.
void check_marks(int argc, char const* const* argv, CLI::App const& program);

} // namespace detail

} // namespace kitt::miniapp
