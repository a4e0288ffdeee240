// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp::detail {

namespace {

std::string fish_option(std::string const& condition, DescribedOption const& option) {
  std::string text = "complete -c kitt -n " + condition;
  if (!option.positional)
    for (auto const& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty() && !option.positional)
    text += option.takes_file() ? " -r" : " -x";
  if (option.takes_file())
    text += " -F";
  if (auto const choices = option.choices(); !choices.empty())
    text += fmt::format(" -a '{}'", fmt::join(choices, " "));
  return text + " -d " + quoted(option.help) + "\n";
}

} // namespace

std::string fish_completion(DescribedProgram const& program) {
  std::string text = "# fish completion for kitt, made by `kitt completion fish`\n\n"
                     "complete -c kitt -f\n";
  for (auto const& command : program) {
    std::string condition = "__fish_use_subcommand";
    if (!command.name.empty()) {
      text += fmt::format("complete -c kitt -n __fish_use_subcommand -a {} -d {}\n", command.name,
                          quoted(command.help));
      condition = "'__fish_seen_subcommand_from " + command.name + "'";
    }
    for (auto const& option : command.options)
      text += fish_option(condition, option);
  }
  return text;
}

} // namespace kitt::miniapp::detail
