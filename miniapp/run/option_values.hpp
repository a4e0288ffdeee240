// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/error.hpp"
#include "core/base/fields.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// \file
/// Options with checked values. The message of each check tells the error, its reason, and a
/// remedy. CLI11 only splits the command line; functions of this file convert the texts.

namespace kitt::miniapp::detail {

/// Parser for a number between two others, both included.
template <class T>
struct Range {
  T lowest;
  T highest;

  /// Returns the number. Throws UserError if the text is not a number in the range.
  T operator()(std::string const& option, std::string const& text) const {
    T value{};
    auto const* const end = text.data() + text.size();
    auto const result = std::from_chars(text.data(), end, value);
    bool const whole = result.ec == std::errc() && result.ptr == end;
    bool const inside = whole && value >= lowest && value <= highest; // false for NaN
    auto const* const other = std::is_integral_v<T> ? "not a whole number" : "not a number";
    KITT_VALIDATE(inside,
                  fmt::format("bad value \"{}\" for {} ({}): give a number from {} to {}", text,
                              option, whole ? "out of range" : other, lowest, highest));
    return value;
  }
};

/// Names and the values that they stand for.
template <class T>
using Choices = std::vector<std::pair<std::string, T>>;

inline bool same_ignoring_case(std::string const& a, std::string const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

/// Returns all names in one text.
template <class T>
std::string names_of(Choices<T> const& choices, std::string_view separator) {
  std::vector<std::string> names;
  for (auto const& choice : choices)
    names.push_back(choice.first);
  return fmt::format("{}", fmt::join(names, separator));
}

/// Returns the value of a name in any case of letters. Throws UserError if there is no such name.
template <class T>
T parse_choice(std::string const& option, std::string const& text, Choices<T> const& choices) {
  for (auto const& [name, value] : choices)
    if (same_ignoring_case(name, text))
      return value;
  throw UserError(fmt::format("bad value \"{}\" for {} (unknown name): give {}", text, option,
                              names_of(choices, " or ")));
}

/// Declares an option `--name VALUE`. `parse(option, text)` converts its text.
template <class T, class Parse>
CLI::Option* add_value(CLI::App& app, std::string const& option, T& target, Parse const& parse,
                       std::string const& help) {
  return app.add_option_function<std::string>(
      option, [=, &target](std::string const& text) { target = parse(option, text); }, help);
}

/// Declares an option `--name N`.
template <class T>
void add_number(CLI::App& app, std::string const& option, T& target, Range<T> const& range,
                std::string const& help) {
  add_value(app, option, target, range, help)
      ->type_name("N")
      ->default_str(fmt::format("{}", target));
}

/// Declares an option `--name a|b|c`.
template <class T>
void add_choice(CLI::App& app, std::string const& option, T& target, Choices<T> const& choices,
                std::string const& help) {
  auto const chosen = std::find_if(choices.begin(), choices.end(),
                                   [&](auto const& choice) { return choice.second == target; });
  auto const parse = [choices](std::string const& name, std::string const& text) {
    return parse_choice(name, text, choices);
  };
  add_value(app, option, target, parse, help)
      ->type_name(names_of(choices, "|"))
      ->default_str(chosen == choices.end() ? "" : chosen->first);
}

/// Returns the names and values of an enum.
template <Named Enum>
Choices<Enum> all_choices() {
  Choices<Enum> choices;
  for (auto const* const name : names_of(Enum{}))
    choices.emplace_back(name, static_cast<Enum>(choices.size()));
  return choices;
}

/// Declares an option for the values of an enum.
template <Named Enum>
void add_choice(CLI::App& app, std::string const& option, Enum& target, std::string const& help) {
  add_choice(app, option, target, all_choices<Enum>(), help);
}

/// Largest number of elements of a list. CLI11 reads words of such a large list one by one
/// (allow_extra_args). For still larger numbers, the help of CLI11 would add "...".
inline constexpr int any_count = 1 << 25;

/// Declares an option with a list of words, as `--name a,b` or `--name a --name b`. `--name a b`
/// works too if the command has no arguments. Calls `take(words)` with all words.
template <class Take>
CLI::Option* add_words(CLI::App& app, std::string const& option, Take const& take,
                       std::string const& help) {
  return app.add_option_function<std::vector<std::string>>(option, take, help)
      ->expected(1, any_count)
      ->delimiter(',');
}

/// Sets `target` to the elements of a list, each converted by `parse(option, text)`. Throws
/// UserError if an element comes twice.
template <class T, class Parse>
void take_list(std::string const& option, std::vector<std::string> const& texts,
               std::vector<T>& target, Parse const& parse) {
  target.clear();
  for (auto const& text : texts) {
    auto value = parse(option, text);
    KITT_VALIDATE(std::find(target.begin(), target.end(), value) == target.end(),
                  fmt::format("\"{}\" comes twice in {} (each is measured once): give it once",
                              text, option));
    target.push_back(std::move(value));
  }
}

/// Declares an option with a list, as add_words() and take_list() read it.
template <class T, class Parse>
CLI::Option* add_list(CLI::App& app, std::string const& option, std::vector<T>& target,
                      Parse const& parse, std::string const& help) {
  auto const take = [=, &target](std::vector<std::string> const& texts) {
    take_list(option, texts, target, parse);
  };
  return add_words(app, option, take, help)->type_name("A,B...");
}

/// Declares an option with a list of values of an enum.
template <Named Enum>
CLI::Option* add_list(CLI::App& app, std::string const& option, std::vector<Enum>& target,
                      std::string const& help) {
  auto const parse = [](std::string const& name, std::string const& text) {
    return parse_choice(name, text, all_choices<Enum>());
  };
  return add_list(app, option, target, parse, help)
      ->type_name(names_of(all_choices<Enum>(), "|") + ",...");
}

/// Returns the given values. If no values are given, returns all values of the enum in order.
template <Named Enum>
std::vector<Enum> given_or_all(std::vector<Enum> given) {
  if (given.empty())
    for (auto const& [name, value] : all_choices<Enum>())
      given.push_back(value);
  return given;
}

/// Reads a text like "X.Y.Z", with one number for each range. `count` is the number of ranges in
/// words. `advice` ends the message of an error, after "give".
template <std::size_t N>
std::array<int, N> parse_dotted(std::string const& option, std::string const& text,
                                std::array<Range<int>, N> const& ranges, std::string const& count,
                                std::string const& advice) {
  auto const parts = CLI::detail::split(text, '.');
  KITT_VALIDATE(parts.size() == N, fmt::format("bad value \"{}\" for {} (not {} numbers): give {}",
                                               text, option, count, advice));
  std::array<int, N> values{};
  for (std::size_t i = 0; i < N; ++i)
    values[i] = ranges[i](option, parts[i]);
  return values;
}

/// Declares an option `--name X.Y.Z.T`.
inline void add_four(CLI::App& app, std::string const& option,
                     std::optional<std::array<int, 4>>& target, Range<int> const& range,
                     std::string const& help) {
  auto const parse = [range](std::string const& name, std::string const& text) {
    return parse_dotted<4>(name, text, {range, range, range, range}, "four",
                           "X.Y.Z.T, one per direction");
  };
  add_value(app, option, target, parse, help)->type_name("X.Y.Z.T");
}

/// Declares an option `--name PATH`.
inline CLI::Option* add_path(CLI::App& app, std::string const& option, std::string& target,
                             std::string const& help) {
  auto const parse = [](std::string const& name, std::string const& text) {
    KITT_VALIDATE(!text.empty(),
                  fmt::format("no file name for {} (the text is empty): give a name", name));
    return text;
  };
  return add_value(app, option, target, parse, help)->type_name("PATH");
}

} // namespace kitt::miniapp::detail
