// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace kitt {

/// An exception as a program reports it.
struct Failure {
  int status = 1;   ///< 2 if the user can correct it, otherwise 1
  std::string text; ///< one line
};
Failure failure_of(std::exception_ptr const& error);

/// Prints "kitt: error: ..." on standard error, after everything that standard output has so far.
/// Control characters are escaped.
void report_failure(std::string const& text);

/// Runs the body of a main() and returns its status. If the body throws, reports the error in one
/// line. Then returns 2 for a UserError, otherwise 1. Programs of several ranks use
/// comms::run_main.
int run_main(std::function<int()> const& body);

} // namespace kitt
