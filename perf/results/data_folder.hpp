// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// \file
/// Finds the JSON files that KITT ships. Kinds are "published" and "machines". The files are
/// in share/kitt/KIND next to the folder of the program, both installed and in the build tree. If
/// $KITT_DATA is set, the folder $KITT_DATA replaces share/kitt.

namespace kitt::perf {
/// Returns the folder of one kind, which may be absent.
std::filesystem::path data_folder(std::string const& kind);

/// Returns the names of the files of one kind, without .json, in alphabetical order. Empty if the
/// folder does not exist.
std::vector<std::string> data_names(std::string const& kind);

/// Returns the path of a file, given its kind and name. Throws UserError, which lists the known
/// names, if the file does not exist.
std::filesystem::path data_file(std::string const& kind, std::string const& name);

} // namespace kitt::perf
