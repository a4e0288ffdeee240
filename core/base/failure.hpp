// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace kitt {

/// Exit status and message of a program that ended with an exception.
struct Failure {
  int status = 1;   ///< exit status: 2 if the user can correct the cause, otherwise 1
  std::string text; ///< error message, one line
};
Failure failure_of(std::exception_ptr const& error);

/// Prints "kitt: error: ..." on standard error. Flushes standard output first, so that the order is
/// kept. Control characters in `text` are escaped.
void report_failure(std::string const& text);

/// Runs the body of a main() and returns its status. If the body throws, prints the error in one
/// line. After an error, returns 2 for a UserError and 1 for any other exception. Programs of
/// several ranks use comms::run_main.
int run_main(std::function<int()> const& body);

} // namespace kitt
