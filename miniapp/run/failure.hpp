// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>

namespace kitt::miniapp {

/// An exception as the program reports it.
struct Failure {
  int status = 1;   ///< 2: something the user can mend, else 1
  std::string text; ///< one line
};
Failure describe(std::exception_ptr const& error);

/// "kitt: error: ..." on standard error, after what standard output has so far. Control characters
/// are escaped.
void report(std::string const& text);

} // namespace kitt::miniapp
