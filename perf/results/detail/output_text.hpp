// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// Words and numbers in the output of other programs.

namespace kitt::perf::detail {

/// Returns the text without white space at both ends.
std::string_view trimmed(std::string_view text);
/// Returns the parts between separators. The parts may be empty.
std::vector<std::string> split(std::string_view text, char separator);
/// Returns the words between white space.
std::vector<std::string> words_in(std::string_view text);

/// Return the number, or nothing if the whole text is no such number.
std::optional<int> whole_number(std::string_view text);
std::optional<double> real_number(std::string_view text);

} // namespace kitt::perf::detail
