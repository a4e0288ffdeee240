// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/results.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// \file
/// Output of other programs. On the command line it is PREFIX:FILE, with facts that the file does
/// not state after an at sign: "grid:run.log@nodes=1,cpu=8170".

namespace kitt::perf {

/// Output of another program, as the user named it.
struct OtherOutput {
  std::string name; ///< name as given: "grid:run.log@nodes=1"
  std::filesystem::path path = {};
  std::optional<int> nodes = {}; ///< number of nodes that the user gave
  std::string cpu = {};          ///< CPU that the user gave: its name, or a part of it
};

/// Program whose output KITT reads.
struct OtherProgram {
  std::string_view prefix; ///< "grid:"
  std::string_view output; ///< what the file must hold, for error messages
  /// Returns the figures in the text of a file. Throws WrongValue or Json::exception if the text is
  /// not the whole output of the program.
  Results (*read)(OtherOutput const& output, std::string const& text);
};

/// Returns the program whose prefix the name has, or null.
OtherProgram const* other_program_of(std::string const& name);

/// Returns the forms of all names: "babelstream:FILE, bsmbench:FILE, ... or grid:FILE".
std::string other_program_names();

/// Splits a name into file and facts. Throws UserError if a fact is wrong.
OtherOutput other_output(OtherProgram const& program, std::string const& name);

/// Reads the output of another program. Throws UserError if it cannot be used.
Results read_other_output(OtherProgram const& program, std::string const& name);

/// Returns the warnings of all results, one per line.
std::string warnings_of(std::span<Results const> all);

} // namespace kitt::perf
