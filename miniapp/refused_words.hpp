// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

/// \file
/// What is said of a command line that the parser refuses: our words, not the library's.

namespace kitt::miniapp::detail {

/// One line "what (why): what to do" for what `program` has thrown while parsing.
std::string explain(CLI::ParseError const& error, CLI::App const& program);

/// Throws UserError where a command line that was parsed without an error holds a mark that the
/// parser takes and then stops at: -- is for commands with arguments, ++ is not ours.
void check_marks(int argc, char const* const* argv, CLI::App const& program);

} // namespace kitt::miniapp::detail
