// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/manual.hpp"
#include "miniapp/run/option_values.hpp"

#include <memory>

namespace kitt::miniapp {

RunTool add_help(CLI::App& app) {
  auto const& program = *app.get_parent();
  detail::Choices<CLI::App const*> commands;
  for (auto const* const command : program.get_subcommands({}))
    if (command != &app)
      commands.emplace_back(command->get_name(), command);
  auto const chosen = std::make_shared<CLI::App const*>(&program);
  auto const text = std::make_shared<std::string>();
  detail::add_choice(app, "COMMAND", *chosen, commands, "The command whose help is wanted [kitt]");
  // now, while there is a command line to describe; help() would be that of this command
  app.parse_complete_callback([chosen, text, name = program.get_name()] {
    auto const& command = **chosen;
    auto const full = command.get_parent() == nullptr ? name : name + " " + command.get_name();
    *text = command.get_formatter()->make_help(&command, full, CLI::AppFormatMode::Normal);
  });
  return [text] {
    std::fputs(text->c_str(), stdout);
    return 0;
  };
}

} // namespace kitt::miniapp
