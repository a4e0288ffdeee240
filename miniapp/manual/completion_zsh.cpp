// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp::detail {

namespace {

constexpr char const* zsh_end = R"(esac
if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
  _describe command commands
  return
fi
if [[ -n ${commands[(r)$words[2]:*]} ]]; then # its options are asked for without the program
  shift words
  ((--CURRENT))
fi
_arguments $specs
)";

/// What completes a value, after the colon of _arguments' specification.
std::string zsh_value(DescribedOption const& option) {
  auto const choices = fmt::format("{}", fmt::join(option.choices(), " "));
  if (choices.empty())
    return option.takes_file() ? "_files" : " ";
  if (option.takes_file())
    return "{compadd " + choices + "; _files}";
  return option.takes_list() ? "_sequence compadd - " + choices : "(" + choices + ")";
}

/// `text` as part of a specification, whose parts end at colons.
std::string within_specification(std::string const& text) {
  std::string result;
  for (char const c : text)
    result += (c == '[' || c == ']' || c == ':' ? "\\" : "") + std::string(1, c);
  return result;
}

/// One word of _arguments per name: '--bind=[help]:N:(core numa none)'.
std::string zsh_option(DescribedOption const& option) {
  auto const value =
      option.value.empty() ? "" : ":value:" + within_specification(zsh_value(option));
  if (option.positional)
    return "      " + quoted("*" + value) + "\n";
  auto const help = within_specification(option.help);
  std::string text;
  for (auto const& name : option.names) {
    auto const assigned = !option.value.empty() && name.starts_with("--");
    text += "      " + quoted(name + (assigned ? "=[" : "[") + help + "]" + value) + "\n";
  }
  return text;
}

std::string zsh_command(DescribedCommand const& command) {
  auto text = fmt::format("  {})\n    specs=(\n", command.name.empty() ? "*" : command.name);
  for (auto const& option : command.options)
    text += zsh_option(option);
  return text + "    ) ;;\n";
}

} // namespace

std::string zsh_completion(DescribedProgram const& program) {
  std::string names, cases;
  for (std::size_t i = 1; i < program.size(); ++i) {
    names += "  " + quoted(program[i].name + ":" + program[i].help) + "\n";
    cases += zsh_command(program[i]);
  }
  return "#compdef kitt\n# zsh completion for kitt, made by `kitt completion zsh`\n\n"
         "local -a specs commands=(\n" +
         names + ")\ncase $words[2] in\n" + cases + zsh_command(program.front()) + zsh_end;
}

} // namespace kitt::miniapp::detail
