// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/error.hpp"
#include "core/gauge_file/detail/replacing_file.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <string>

namespace kitt::miniapp::detail {

/// Throws UserError where a file would be overwritten unasked (`--force`).
inline void check_new(std::string const& path, bool force) {
  KITT_VALIDATE(path.empty() || force || !std::filesystem::exists(path),
                fmt::format("{} exists (and is not overwritten unasked): give another name, or "
                            "--force",
                            path));
}

/// All of it or, with UserError, nothing.
inline void write_text(std::string const& path, std::string const& text) {
  kitt::detail::ReplacingFile file(path);
  file.write(text);
  file.commit();
}

} // namespace kitt::miniapp::detail
