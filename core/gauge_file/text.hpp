// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kitt::detail {

/// The text without white space and NULs at either end.
std::string_view trim(std::string_view text);

/// 'text' for a message: at most 40 characters, whatever is not printable shown as '?'.
std::string quoted(std::string_view text);

/// A whole decimal number; nothing if there is anything else or it does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_real(std::string_view text);
/// One to eight hexadecimal digits, with or without 0x.
std::optional<std::uint32_t> parse_checksum(std::string_view text);

/// `word` as eight hexadecimal digits.
std::string hexadecimal(std::uint32_t word);
/// The number as %.*g writes it with so many digits.
std::string decimal(double value, int digits);
/// "4 x 4 x 4 x 8"
std::string to_text(Extents const& extents);

/// A positive lattice extent; throws UserError, naming `what`, for anything else.
int parse_extent(std::string_view text, std::string_view what);

} // namespace kitt::detail
