// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// \file
/// What the command line takes, as data: the man page and the completion of shells are made of it,
/// and so never differ from what the program reads.

namespace kitt::miniapp::detail {

struct DescribedOption {
  std::vector<std::string> names; ///< "-o", "--output"; of an argument without one: "FILE"
  bool positional = false;
  std::string value;         ///< as in the help: "N", "PATH", "core|numa|none"; empty: a flag
  std::string default_value; ///< empty: none
  std::string help;          ///< one line
  std::string details;       ///< further lines, for the man page and the reference; may be empty

  bool operator==(DescribedOption const&) const = default;

  /// The words that the value is one of (or several of); empty: anything.
  std::vector<std::string> choices() const;
  bool takes_file() const;
  /// Words may follow each other, with commas between.
  bool takes_list() const;
};

struct DescribedCommand {
  std::string name; ///< empty: the program without a command
  std::string help;
  std::vector<DescribedOption> options;
};

/// The program itself first, then its commands, in the order of the help.
using DescribedProgram = std::vector<DescribedCommand>;

DescribedProgram describe_program(CLI::App const& program);

/// Returns the man page, in roff(7).
std::string man_page(DescribedProgram const& program);
/// Returns the reference page of all commands and options, in Markdown.
std::string reference_page(DescribedProgram const& program);

/// What a shell reads to complete the command line: commands, their options, words that a value may
/// be, files.
std::string bash_completion(DescribedProgram const& program);
std::string fish_completion(DescribedProgram const& program);
std::string zsh_completion(DescribedProgram const& program);

} // namespace kitt::miniapp::detail
