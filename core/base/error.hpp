// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace kitt {

/// An error that the user of the program can cause and correct: an unknown option, a volume that
/// cannot be split, a corrupt file. The text of the error is one line, "problem (why): what to do".
/// The program prints the text on rank 0 and exits with status 2.
class UserError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A mistake in KITT itself: a broken invariant, a failing library call.
class InternalError : public std::logic_error {
  using std::logic_error::logic_error;
};

namespace detail {
[[noreturn]] inline void broken_expectation(char const* what, char const* file, int line) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": expected " + what);
}
} // namespace detail

} // namespace kitt

/// Throws UserError if the condition is false, in all builds. `message` is a std::string
/// expression, evaluated only on failure. The message is one line, "problem (why): what to do".
#define KITT_VALIDATE(condition, message)                                                          \
  do {                                                                                             \
    if (!(condition)) [[unlikely]]                                                                 \
      throw ::kitt::UserError(message);                                                            \
  } while (false)

/// Throws InternalError if a precondition or result of KITT's own host code is false. Does nothing
/// in release builds.
#ifdef NDEBUG
#define KITT_EXPECT(condition) static_cast<void>(0)
#else
#define KITT_EXPECT(condition)                                                                     \
  do {                                                                                             \
    if (!(condition)) [[unlikely]]                                                                 \
      ::kitt::detail::broken_expectation(#condition, __FILE__, __LINE__);                          \
  } while (false)
#endif
#define KITT_ENSURE(condition) KITT_EXPECT(condition)
