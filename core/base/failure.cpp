// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/failure.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cstdio>
#include <new>
#include <string_view>

namespace kitt {

namespace {

constexpr int failed_run = 1;
constexpr int user_error = 2;

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Returns the length in bytes of the control character at the start of `text`, or 0 if `text`
/// starts with another character. Control characters are the ones of ASCII and Latin-1, encoded in
/// UTF-8.
std::size_t control_length(std::string_view text) {
  auto const first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7f)
    return 1;
  auto const second = static_cast<unsigned char>(text.size() > 1 ? text[1] : '\0');
  return first == 0xc2 && second >= 0x80 && second < 0xa0 ? 2 : 0;
}

/// Returns a byte as hexadecimal digits, for example "\x1b".
std::string escaped(unsigned char byte) {
  constexpr char const* digits = "0123456789abcdef";
  return {'\\', 'x', digits[byte / 16], digits[byte % 16]};
}

/// Returns `text` with each control character written as an escape such as \x1b, because a terminal
/// would obey it. Messages can contain control characters because they contain names that the user
/// gave.
std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    auto const control = control_length(text);
    for (unsigned char const byte : text.substr(0, control))
      result += escaped(byte);
    if (control == 0)
      result += text.front();
    text.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return result;
}

} // namespace

Failure failure_of(std::exception_ptr const& error) {
  try {
    std::rethrow_exception(error);
  } catch (UserError const& caught) {
    return {user_error, one_line(caught.what())};
  } catch (std::bad_alloc const&) {
    return {user_error, "out of memory (the system refused an allocation): use a smaller L or Ls, "
                        "or a machine with more memory"};
  } catch (std::exception const& caught) {
    return {failed_run, one_line(caught.what())};
  } catch (...) {
    return {failed_run, "an unknown exception"};
  }
}

void report_failure(std::string const& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "kitt: error: %s\n", printable(text).c_str());
}

int run_main(std::function<int()> const& body) {
  try {
    return body();
  } catch (...) {
    auto const failure = failure_of(std::current_exception());
    report_failure(failure.text);
    return failure.status;
  }
}

} // namespace kitt
