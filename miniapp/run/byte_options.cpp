// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/byte_options.hpp"

#include "miniapp/run/option_values.hpp"

#include <algorithm>

namespace kitt::miniapp::detail {

namespace {

constexpr std::string_view units = "KMGT";
constexpr char const* units_help = "K, M, G and T are powers of 1024";

/// Returns the help of an option: one line with the default, followed by `details`.
std::string help_of(std::string const& help, std::string const& usual, std::string const& details) {
  auto const end = std::min(help.find('\n'), help.size());
  return fmt::format("{} [{}]{}\n{}", help.substr(0, end), usual, help.substr(end), details);
}

/// Returns the power of 1024 of the letter that a text like "4K" ends with. Returns 0 without a
/// letter.
unsigned power_of(std::string const& text) {
  auto const last = text.empty() ? '\0' : std::toupper(static_cast<unsigned char>(text.back()));
  auto const unit = units.find(static_cast<char>(last));
  return unit == units.npos ? 0 : static_cast<unsigned>(unit) + 1;
}

} // namespace

std::int64_t parse_bytes(std::string const& option, std::string const& text,
                         ByteRange const& range) {
  auto const power = power_of(text);
  auto const unit = std::int64_t{1} << 10 * power;
  std::int64_t number = 0;
  auto const* const end = text.data() + text.size() - (power > 0 ? 1 : 0);
  auto const result = std::from_chars(text.data(), end, number);
  bool const whole = result.ec == std::errc() && result.ptr == end;
  KITT_VALIDATE(whole && number >= 0 && number <= range.highest / unit &&
                    number * unit >= range.lowest,
                fmt::format("bad value \"{}\" for {} ({}): give a number from {} to {}, or 4K ({})",
                            text, option, whole ? "out of range" : "not a whole number",
                            range.lowest, range.highest, units_help));
  auto const bytes = number * unit;
  auto const below = bytes / range.multiple * range.multiple;
  KITT_VALIDATE(bytes == below,
                fmt::format("bad value \"{}\" for {} ({}): give {} or {}", text, option,
                            range.why_multiple, below, below + range.multiple));
  return bytes;
}

std::vector<std::int64_t> parse_byte_sizes(std::string const& option, std::string const& text,
                                           ByteRange const& range) {
  auto const colon = text.find(':');
  if (colon == std::string::npos)
    return {parse_bytes(option, text, range)};
  auto const first = parse_bytes(option, text.substr(0, colon), range);
  auto const last = parse_bytes(option, text.substr(colon + 1), range);
  KITT_VALIDATE(first <= last,
                fmt::format("bad value \"{}\" for {} (sizes must increase): give {}:{}", text,
                            option, text.substr(colon + 1), text.substr(0, colon)));
  std::vector<std::int64_t> sizes;
  for (auto bytes = first; bytes < last; bytes *= 2)
    sizes.push_back(bytes);
  sizes.push_back(last);
  return sizes;
}

void add_bytes(CLI::App& app, std::string const& option, std::optional<std::int64_t>& target,
               ByteRange const& range, std::string const& help, std::string const& usual) {
  auto const parse = [range](std::string const& name, std::string const& text) {
    return parse_bytes(name, text, range);
  };
  add_value(app, option, target, parse, help_of(help, usual, fmt::format("{}.", units_help)))
      ->type_name("BYTES");
}

void add_byte_sizes(CLI::App& app, std::string const& option, std::vector<std::int64_t>& target,
                    ByteRange const& range, std::string const& help, std::string const& usual) {
  auto const take = [=, &target](std::vector<std::string> const& texts) {
    target.clear();
    for (auto const& text : texts)
      for (auto const bytes : parse_byte_sizes(option, text, range)) {
        KITT_VALIDATE(std::ranges::find(target, bytes) == target.end(),
                      fmt::format("\"{}\" comes twice in {} (each is measured once): give it once",
                                  bytes, option));
        target.push_back(bytes);
      }
  };
  add_words(
      app, option, take,
      help_of(help, usual,
              fmt::format("Lists are written 8,1K. 8:4M means 8 and its doubles up to 4M. {}.",
                          units_help)))
      ->type_name("BYTES,FROM:TO...");
}

} // namespace kitt::miniapp::detail
