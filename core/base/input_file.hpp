// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/descriptor.hpp"

#include <filesystem>
#include <string>

namespace kitt {

/// Opens a regular file to read it; never waits, as a named pipe would make one do. Throws
/// UserError, "PATH: cannot be read (there is no such file): ADVICE".
Descriptor open_input(std::filesystem::path const& path,
                      std::string const& advice = "check the name");

/// All that is in it; throws as open_input().
std::string read_input(std::filesystem::path const& path,
                       std::string const& advice = "check the name");

} // namespace kitt
