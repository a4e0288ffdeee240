// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/text.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>

namespace kitt::detail {

namespace {

template <class Number, class... Base>
std::optional<Number> parse_whole(std::string_view text, Base... base) {
  Number number{};
  auto const* const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, number, base...);
  if (error != std::errc{} || stop != end)
    return std::nullopt;
  return number;
}

std::string_view without_plus(std::string_view text) {
  bool const redundant = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return redundant ? text.substr(1) : text;
}

} // namespace

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank{" \t\r\n\0", 5};
  auto const first = text.find_first_not_of(blank);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return std::string("'").append(shown).append(text.size() > longest ? "...'" : "'");
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse_whole<std::int64_t>(without_plus(text));
}

std::optional<double> parse_real(std::string_view text) {
  return parse_whole<double>(without_plus(text));
}

std::optional<std::uint32_t> parse_checksum(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X"))
    text.remove_prefix(2);
  return parse_whole<std::uint32_t>(text, 16);
}

std::string hexadecimal(std::uint32_t word) {
  std::array<char, 9> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", static_cast<unsigned>(word));
  return digits.data();
}

std::string decimal(double value, int digits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string to_text(Extents const& extents) {
  std::string text;
  for (int const extent : extents)
    text.append(text.empty() ? "" : " x ").append(std::to_string(extent));
  return text;
}

int parse_extent(std::string_view text, std::string_view what) {
  auto const extent = parse_integer(trim(text));
  KITT_VALIDATE(extent && *extent > 0 && *extent <= std::numeric_limits<int>::max(),
                "bad lattice extent (" + std::string(what) + " is " + quoted(trim(text)) +
                    ", but must be a whole number from 1 to 2147483647): fetch the file again or "
                    "correct its header");
  return static_cast<int>(*extent);
}

} // namespace kitt::detail
