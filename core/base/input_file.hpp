// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/descriptor.hpp"

#include <filesystem>
#include <string>

namespace kitt {

/// Opens a regular file for reading. Never waits, not even if the path is a named pipe. Throws
/// UserError if the file cannot be opened: "PATH: cannot be read (there is no such file): ADVICE".
Descriptor open_input(std::filesystem::path const& path,
                      std::string const& advice = "check the name");

/// Returns the whole content of a file. Throws UserError like open_input().
std::string read_input(std::filesystem::path const& path,
                       std::string const& advice = "check the name");

} // namespace kitt
