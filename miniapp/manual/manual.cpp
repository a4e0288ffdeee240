// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/described_program.hpp"

#include "miniapp/run/option_values.hpp"

#include <functional>
#include <memory>

namespace kitt::miniapp {

namespace {

using MakeText = std::string (*)(detail::DescribedProgram const&);

/// Returns a tool that prints the text of `make`. `make` runs at the end of parsing, while the
/// parser with the command line to describe still exists.
RunTool print_text(CLI::App& app, std::function<std::string()> const& make) {
  auto const text = std::make_shared<std::string>();
  app.parse_complete_callback([text, make] { *text = make(); });
  return [text] {
    std::fputs(text->c_str(), stdout);
    return 0;
  };
}

} // namespace

RunTool add_man(CLI::App& app) {
  auto const markdown = std::make_shared<bool>(false);
  app.add_flag("--markdown", *markdown, "Print the reference of all commands as Markdown instead");
  return print_text(app, [&app, markdown] {
    auto const program = detail::describe_program(*app.get_parent());
    return *markdown ? detail::reference_page(program) : detail::man_page(program);
  });
}

RunTool add_completion(CLI::App& app) {
  auto const make = std::make_shared<MakeText>(detail::bash_completion);
  detail::add_choice(app, "SHELL", *make,
                     detail::Choices<MakeText>{{"bash", detail::bash_completion},
                                               {"fish", detail::fish_completion},
                                               {"zsh", detail::zsh_completion}},
                     "Shell that completes the command line");
  return print_text(app,
                    [&app, make] { return (*make)(detail::describe_program(*app.get_parent())); });
}

RunTool add_help(CLI::App& app) {
  auto const& program = *app.get_parent();
  detail::Choices<CLI::App const*> commands;
  for (auto const* const command : program.get_subcommands({}))
    if (command != &app)
      commands.emplace_back(command->get_name(), command);
  auto const chosen = std::make_shared<CLI::App const*>(&program);
  detail::add_choice(app, "COMMAND", *chosen, commands, "Command whose help is printed [kitt]");
  return print_text(
      app, [chosen, name = program.get_name()] { // app.help() would print the help of `kitt help`
        auto const& command = **chosen;
        auto const full = command.get_parent() == nullptr ? name : name + " " + command.get_name();
        return command.get_formatter()->make_help(&command, full, CLI::AppFormatMode::Normal);
      });
}

} // namespace kitt::miniapp
