// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp::detail {

namespace {

// What bash's part does with what the program's own part has set.
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

/// Sets values, files, list: what may follow.
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

} // namespace

std::string quoted(std::string const& text) {
  std::string result = "'";
  for (char const c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string bash_completion(DescribedProgram const& program) {
  std::string text = bash_start;
  text += fmt::format("  commands='{}'\n  case $command in\n", command_names(program));
  for (std::size_t i = 1; i < program.size(); ++i)
    text += bash_command(program[i]);
  return text + bash_command(program.front()) + "  esac\n" + bash_end;
}

} // namespace kitt::miniapp::detail
