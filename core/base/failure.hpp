// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace kitt {

/// An exception as a program reports it.
struct Failure {
  int status = 1;   ///< 2: something the user can mend, else 1
  std::string text; ///< one line
};
Failure failure_of(std::exception_ptr const& error);

/// "kitt: error: ..." on standard error, after what standard output has so far. Control characters
/// are escaped.
void report_failure(std::string const& text);

/// Runs the body of a main(): returns its status, or reports what it throws in one line and returns
/// 2 for a UserError, else 1. Programs of several ranks take comms::run_main.
int run_main(std::function<int()> const& body);

} // namespace kitt
