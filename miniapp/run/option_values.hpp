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
#include <utility>
#include <vector>

/// \file
/// Options whose values are checked as they are read, each with a message that says what is wrong,
/// why, and what to do. CLI11 splits the command line; it does not convert.

namespace kitt::miniapp::detail {

/// Parses a number between two others, both included.
template <class T>
struct Range {
  T lowest;
  T highest;

  T operator()(std::string const& option, std::string const& text) const {
    T value{};
    auto const* const end = text.data() + text.size();
    auto const result = std::from_chars(text.data(), end, value);
    bool const whole = result.ec == std::errc() && result.ptr == end;
    bool const inside = whole && value >= lowest && value <= highest; // false for NaN
    KITT_VALIDATE(inside, fmt::format("bad value \"{}\" for {} ({}): give a number from {} to {}",
                                      text, option, whole ? "out of range" : "not such a number",
                                      lowest, highest));
    return value;
  }
};

template <class T>
using Choices = std::vector<std::pair<std::string, T>>;

inline bool same_ignoring_case(std::string const& a, std::string const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

template <class T>
std::string names_of(Choices<T> const& choices, std::string_view separator) {
  std::vector<std::string> names;
  for (auto const& choice : choices)
    names.push_back(choice.first);
  return fmt::format("{}", fmt::join(names, separator));
}

template <class T>
T parse_choice(std::string const& option, std::string const& text, Choices<T> const& choices) {
  for (auto const& [name, value] : choices)
    if (same_ignoring_case(name, text))
      return value;
  throw UserError(fmt::format("bad value \"{}\" for {} (no such thing): give {}", text, option,
                              names_of(choices, " or ")));
}

/// `--name VALUE`, whose text goes through `parse(option, text)`.
template <class T, class Parse>
CLI::Option* add_value(CLI::App& app, std::string const& option, T& target, Parse const& parse,
                       std::string const& help) {
  return app.add_option_function<std::string>(
      option, [=, &target](std::string const& text) { target = parse(option, text); }, help);
}

/// `--name N`
template <class T>
void add_number(CLI::App& app, std::string const& option, T& target, Range<T> const& range,
                std::string const& help) {
  add_value(app, option, target, range, help)
      ->type_name("N")
      ->default_str(fmt::format("{}", target));
}

/// `--name a|b|c`
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

/// The values of an enum with names.
template <Named Enum>
Choices<Enum> all_choices() {
  Choices<Enum> choices;
  for (auto const* const name : names_of(Enum{}))
    choices.emplace_back(name, static_cast<Enum>(choices.size()));
  return choices;
}

/// The same of an enum with names.
template <Named Enum>
void add_choice(CLI::App& app, std::string const& option, Enum& target, std::string const& help) {
  add_choice(app, option, target, all_choices<Enum>(), help);
}

/// How many elements a list may have. Large enough that CLI11 takes the list for a container, of
/// which it can read one word at a time (allow_extra_args), and below what its help marks by "...".
inline constexpr int any_count = 1 << 25;

/// `--name a,b`, `--name a --name b`, or `--name a b` where the command has no arguments. `take` is
/// called with all the words.
template <class Take>
CLI::Option* add_words(CLI::App& app, std::string const& option, Take const& take,
                       std::string const& help) {
  return app.add_option_function<std::vector<std::string>>(option, take, help)
      ->expected(1, any_count)
      ->delimiter(',');
}

/// Sets `target` to the elements of a list, each by `parse`. Throws UserError if one comes twice.
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

/// `--name a,b` as add_words() has it; its elements go through take_list().
template <class T, class Parse>
CLI::Option* add_list(CLI::App& app, std::string const& option, std::vector<T>& target,
                      Parse const& parse, std::string const& help) {
  auto const take = [=, &target](std::vector<std::string> const& texts) {
    take_list(option, texts, target, parse);
  };
  return add_words(app, option, take, help)->type_name("A,B...");
}

/// The same of an enum with names.
template <Named Enum>
CLI::Option* add_list(CLI::App& app, std::string const& option, std::vector<Enum>& target,
                      std::string const& help) {
  auto const parse = [](std::string const& name, std::string const& text) {
    return parse_choice(name, text, all_choices<Enum>());
  };
  return add_list(app, option, target, parse, help)
      ->type_name(names_of(all_choices<Enum>(), "|") + ",...");
}

/// What a list was given, or else all values of the enum, in order.
template <Named Enum>
std::vector<Enum> given_or_all(std::vector<Enum> given) {
  if (given.empty())
    for (auto const& [name, value] : all_choices<Enum>())
      given.push_back(value);
  return given;
}

/// Reads "X.Y.Z", a number for each range. `count`: how many that is, in words; `advice`: what to
/// give.
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

/// `--name X.Y.Z.T`
inline void add_four(CLI::App& app, std::string const& option,
                     std::optional<std::array<int, 4>>& target, Range<int> const& range,
                     std::string const& help) {
  auto const parse = [range](std::string const& name, std::string const& text) {
    return parse_dotted<4>(name, text, {range, range, range, range}, "four",
                           "X.Y.Z.T, one per direction");
  };
  add_value(app, option, target, parse, help)->type_name("X.Y.Z.T");
}

/// `--name PATH`
inline CLI::Option* add_path(CLI::App& app, std::string const& option, std::string& target,
                             std::string const& help) {
  auto const parse = [](std::string const& name, std::string const& text) {
    KITT_VALIDATE(!text.empty(), fmt::format("no file name for {} (it is empty): give one", name));
    return text;
  };
  return add_value(app, option, target, parse, help)->type_name("PATH");
}

} // namespace kitt::miniapp::detail
