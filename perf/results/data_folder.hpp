// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// \file
/// JSON files that KITT ships, by kind: "published", "machines". They lie in share/kitt/KIND
/// beside the folder of the program, installed and in the build tree alike; $KITT_DATA, where it is
/// set, stands for share/kitt.

namespace kitt::perf {
/// The folder of one kind; it may be absent.
std::filesystem::path data_folder(std::string const& kind);

/// Their names, without .json, in alphabetical order; empty where there is no such folder.
std::vector<std::string> data_names(std::string const& kind);

/// The file of this name. Throws UserError, saying which names there are, if there is none.
std::filesystem::path data_file(std::string const& kind, std::string const& name);

} // namespace kitt::perf
