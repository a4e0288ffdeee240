// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/described_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp::detail {

namespace {

/// Returns `text` in single quotes, as all shells except fish read it. fish reads it, too, if it
/// has no backslash.
std::string quoted(std::string const& text) {
  std::string result = "'";
  for (char const c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Start of the bash completion. The script uses variables that the generated part for the program
// sets.
constexpr char const* bash_start = R"(# bash completion for kitt, made by `kitt completion bash`

_kitt() {
  local place=$COMP_CWORD last=${COMP_WORDS[COMP_CWORD]} current=${COMP_WORDS[COMP_CWORD]}
  local command=${COMP_WORDS[1]} option= commands= options= values= files= taken= list= head=
  # bash makes words of the : in published:NAME and of the = in --option=value
  while ((place > 1)) && [[ ${COMP_WORDS[place]} == : || ${COMP_WORDS[place - 1]} == : ]]; do
    current=${COMP_WORDS[--place]}$current
  done
  option=${COMP_WORDS[place - 1]}
  if [[ $current == = ]]; then
    current=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[place - 2]}
  fi
  if ((place == 1)); then
    command=
  fi
  COMPREPLY=()
)";
constexpr char const* bash_end = R"(
  if [[ $values && $list && $current == *,* ]]; then
    head=${current%,*},
  fi
  if [[ $current == -* && ! $taken ]]; then
    values=$options files=
  elif ((place == 1)); then
    values=$commands
  fi
  if [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -P "$head" -W "$values" -- "${current#"$head"}")
  fi
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null || : # there is none but in a completion
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
  fi
  COMPREPLY=("${COMPREPLY[@]#"${current%"${last#:}"}"}") # the words before are there already
}
complete -F _kitt kitt
)";

/// Returns bash code that sets the variables `values`, `files` and `list`: the possible words after
/// an option.
std::string bash_value(DescribedOption const& option) {
  std::string text;
  if (auto const choices = option.choices(); !choices.empty())
    text = fmt::format(" values='{}'", fmt::join(choices, " "));
  if (option.takes_list())
    text += " list=yes";
  if (option.takes_file())
    text += " files=yes";
  return text;
}

std::string bash_command(DescribedCommand const& command) {
  std::string arguments, options, cases;
  for (auto const& option : command.options)
    if (option.positional)
      arguments += bash_value(option);
    else {
      options += fmt::format(" {}", fmt::join(option.names, " "));
      if (!option.value.empty())
        cases += fmt::format("        {}) taken=yes{} ;;\n", fmt::join(option.names, " | "),
                             bash_value(option));
    }
  if (!arguments.empty())
    cases += "        *)" + arguments + " ;;\n";
  if (!cases.empty())
    cases = "      case $option in\n" + cases + "      esac\n";
  return fmt::format("    {})\n      options='{}'\n{}      ;;\n",
                     command.name.empty() ? "*" : command.name, options.substr(1), cases);
}

std::string command_names(DescribedProgram const& program) {
  std::string names;
  for (auto const& command : program)
    names += (names.empty() ? "" : " ") + command.name;
  return names;
}

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

/// Returns the action that completes a value. The action follows the colon in a specification of
/// _arguments.
std::string zsh_value(DescribedOption const& option) {
  auto const choices = fmt::format("{}", fmt::join(option.choices(), " "));
  if (choices.empty())
    return option.takes_file() ? "_files" : " ";
  if (option.takes_file())
    return "{compadd " + choices + "; _files}";
  return option.takes_list() ? "_sequence compadd - " + choices : "(" + choices + ")";
}

/// Returns `text` as part of a specification of _arguments, whose parts are separated by colons.
std::string within_specification(std::string const& text) {
  std::string result;
  for (char const c : text)
    result += (c == '[' || c == ']' || c == ':' ? "\\" : "") + std::string(1, c);
  return result;
}

/// Returns one word of _arguments for each name of an option: '--bind=[help]:N:(core numa none)'.
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

std::string bash_completion(DescribedProgram const& program) {
  std::string text = bash_start;
  text += fmt::format("  commands='{}'\n  case $command in\n", command_names(program));
  for (std::size_t i = 1; i < program.size(); ++i)
    text += bash_command(program[i]);
  return text + bash_command(program.front()) + "  esac\n" + bash_end;
}

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
