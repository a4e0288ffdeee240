// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/described_program.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp::detail {

namespace {

/// Returns `text` as a part of a Markdown list, where `<`, `*` and `_` would be marks outside of
/// backticks.
std::string escaped(std::string const& text) {
  std::string result;
  bool verbatim = false;
  for (char const c : text) {
    verbatim = verbatim != (c == '`');
    bool const is_mark = !verbatim && (c == '<' || c == '*' || c == '_');
    result += (is_mark ? "\\" : "") + std::string(1, c);
  }
  return result;
}

std::string entry(DescribedOption const& option) {
  auto text = fmt::format("- `{}{}{}`", fmt::join(option.names, ", "),
                          option.positional || option.value.empty() ? "" : " ",
                          option.positional ? "" : option.value);
  if (!option.default_value.empty())
    text += fmt::format(" (default `{}`)", option.default_value);
  text += ": " + escaped(option.help) + ".";
  for (auto const& line : option.details)
    text += "\n  - " + escaped(line);
  return text + "\n";
}

} // namespace

std::string reference_page(DescribedProgram const& program) {
  auto const& first = program.at(1); // `kitt` without a command
  std::string text = "# Commands and options\n"
                     "`kitt man --markdown` wrote this page.\n";
  for (std::size_t i = 1; i < program.size(); ++i) {
    auto const& command = program[i];
    text += fmt::format("\n## kitt {}\n{}.\n\n", command.name, escaped(command.help));
    std::vector<std::string> shared;
    for (auto const& option : command.options)
      if (i > 1 && std::ranges::find(first.options, option) != first.options.end())
        shared.push_back("`" + option.names.back() + "`");
      else
        text += entry(option);
    if (!shared.empty())
      text += fmt::format("\nAs for `kitt {}`: {}.\n", first.name, fmt::join(shared, ", "));
  }
  return text;
}

} // namespace kitt::miniapp::detail
