// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

/// \file
/// Writes the errors of the command line in KITT's own words instead of the words of the parser
/// library.

namespace kitt::miniapp::detail {

/// Returns one line "what (why): what to do" for an error that `program` threw while parsing.
std::string explain(CLI::ParseError const& error, CLI::App const& program);

/// Throws UserError if a command line contains a mark at which the parser stops silently: "--"
/// (allowed only for commands with arguments) or "++" (never allowed). Must be called after parsing
/// without an error.
void check_marks(int argc, char const* const* argv, CLI::App const& program);

} // namespace kitt::miniapp::detail
