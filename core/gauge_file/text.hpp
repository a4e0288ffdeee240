// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kitt::detail {

/// Returns the text without white space and NULs at its ends.
std::string_view trim(std::string_view text);

/// Returns a text in quotes for a message: at most 40 characters, with '?' for each character that
/// is not printable.
std::string quoted(std::string_view text);

/// Returns a whole decimal number. Empty if the text is anything else or the number does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<double> parse_real(std::string_view text);
/// Returns a number of one to eight hexadecimal digits, with or without 0x. Empty if the text is
/// anything else.
std::optional<std::uint32_t> parse_checksum(std::string_view text);

/// Returns `word` as eight hexadecimal digits.
std::string hexadecimal(std::uint32_t word);
/// Returns the number with `digits` significant digits, as printf writes it with %.*g.
std::string decimal(double value, int digits);
/// Returns the extents as text: "4 x 4 x 4 x 8".
std::string to_text(Extents const& extents);

/// Returns a positive lattice extent. Throws UserError, which names `what`, if the text is anything
/// else.
int parse_extent(std::string_view text, std::string_view what);

} // namespace kitt::detail
