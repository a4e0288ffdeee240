// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/tool.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// \file
/// The command line of the program as data. The man page and shell completions are made from this
/// data, so they always agree with the program.

namespace kitt::miniapp::detail {

struct DescribedOption {
  /// Names of the option, "-o" and "--output"; for an argument without an option, "FILE".
  std::vector<std::string> names;
  bool positional = false;
  /// Type of the value as in the help: "N", "PATH", "core|numa|none"; empty for a flag.
  std::string value;
  std::string default_value;        ///< default value; may be empty
  std::string help;                 ///< one line
  std::vector<std::string> details; ///< further lines, for the man page and the reference

  bool operator==(DescribedOption const&) const = default;

  /// Returns the words that the value may be, alone or in a list. Empty if the value is free.
  std::vector<std::string> choices() const;
  bool takes_file() const;
  /// Returns whether the value may be several words, separated by commas.
  bool takes_list() const;
};

struct DescribedCommand {
  std::string name; ///< name of the command; empty for the program without a command
  std::string help;
  std::vector<DescribedOption> options;
};

/// The program without a command first, then its commands, in the order of the help.
using DescribedProgram = std::vector<DescribedCommand>;

DescribedProgram describe_program(CLI::App const& program);

/// Returns the man page in the language roff(7).
std::string man_page(DescribedProgram const& program);
/// Returns the reference page of all commands and options, in Markdown.
std::string reference_page(DescribedProgram const& program);

/// Return the completion script of a shell. The script completes commands, options, words that a
/// value may be, and files.
std::string bash_completion(DescribedProgram const& program);
std::string fish_completion(DescribedProgram const& program);
std::string zsh_completion(DescribedProgram const& program);

} // namespace kitt::miniapp::detail

namespace kitt::miniapp {

/// Add tools that describe the command line (described_program.hpp) to users and to shells.
RunTool add_man(CLI::App& app);
RunTool add_completion(CLI::App& app);
/// Adds the tool `help`, which knows the commands that were added before it.
RunTool add_help(CLI::App& app);

} // namespace kitt::miniapp
