// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/command_line.hpp"

#include "core/base/error.hpp"
#include "miniapp/run/benchmark.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace kitt::miniapp::detail {

namespace {

/// Returns the command that the user chose, or the program itself if none was chosen.
CLI::App const& chosen(CLI::App const& program) {
  auto const commands = program.get_subcommands();
  return commands.empty() ? program : *commands.front();
}

/// Returns the name under which a command is called: "kitt", "kitt gauge".
std::string called(CLI::App const& app) {
  return app.get_parent() == nullptr ? app.get_name()
                                     : called(*app.get_parent()) + " " + app.get_name();
}

std::string see_help(CLI::App const& app) {
  return fmt::format("see `{} --help`", called(app));
}

bool takes_arguments(CLI::App const& app) {
  auto const options =
      app.get_options([](CLI::Option const* option) { return option->get_positional(); });
  return !options.empty();
}

/// Returns the commands that take an option, for example "`kitt bsm`" or "`kitt halo`, `kitt
/// hash`". Empty if no command takes the option, or too many do.
std::string takers(CLI::App const& program, std::string const& option) {
  std::vector<std::string> names;
  if (option.starts_with("--"))
    for (auto const* const command : program.get_subcommands({}))
      if (command->get_option_no_throw(option.substr(0, option.find('='))) != nullptr)
        names.push_back(fmt::format("`{}`", called(*command)));
  constexpr std::size_t few = 3;
  return names.size() > few ? "" : fmt::format("{}", fmt::join(names, ", "));
}

std::string unknown(CLI::App const& program) {
  auto const word = program.remaining(true).front();
  auto const& app = chosen(program);
  auto const elsewhere = takers(program, word);
  if (!elsewhere.empty())
    return fmt::format("unknown option \"{}\" (`{}` does not take it, but {} does): {}", word,
                       called(app), elsewhere, see_help(app));
  if (&app != &program || word.starts_with('-'))
    return fmt::format("unknown {} \"{}\" (`{}` does not take it): {}",
                       word.starts_with('-') ? "option" : "argument", word, called(app),
                       see_help(app));
  std::vector<std::string> names;
  for (auto const* const command : program.get_subcommands({}))
    names.push_back(command->get_name());
  auto const remedy =
      has_all_benchmarks()
          ? see_help(program)
          : "build `kitt`, because this program has only the benchmarks of `kitt itt`";
  return fmt::format("unknown command \"{}\" (known are {}): {}", word, fmt::join(names, ", "),
                     remedy);
}

/// Returns the option with which the text of the library begins, with or without dashes. Null if
/// the program has no option of this name.
CLI::Option const* named_in(std::string const& text, CLI::App const& app) {
  auto const name = text.substr(0, text.find_first_of(": "));
  auto const* const option = app.get_option_no_throw(name);
  return option != nullptr ? option : app.get_option_no_throw("--" + name);
}

} // namespace

std::string explain(CLI::ParseError const& error, CLI::App const& program) {
  if (dynamic_cast<CLI::ExtrasError const*>(&error) != nullptr)
    return unknown(program);
  auto const& app = chosen(program);
  auto const* const option = named_in(error.what(), app);
  if (option == nullptr)
    return fmt::format("{} (the command line cannot be understood): {}", error.what(),
                       see_help(app));
  auto const name = option->get_name();
  if (dynamic_cast<CLI::RequiredError const*>(&error) != nullptr)
    return fmt::format("{} is missing (`{}` requires it): {}", name, called(app), see_help(app));
  if (option->get_items_expected_max() == 0)
    return fmt::format("{} was given a value (it is a flag and takes none): {}", name,
                       see_help(app));
  if (option->count() > 1)
    return fmt::format("{} is given {} times (it takes one value): give it once", name,
                       option->count());
  return fmt::format("no value for {} (it takes {}): {}", name, option->get_type_name(),
                     see_help(app));
}

void check_marks(int argc, char const* const* argv, CLI::App const& program) {
  auto const& app = chosen(program);
  for (std::string const mark : {"--", "++"})
    KITT_VALIDATE(std::find(argv, argv + argc, mark) == argv + argc ||
                      (mark == "--" && takes_arguments(app)),
                  fmt::format("unknown argument \"{}\" (`{}` has no such argument): {}", mark,
                              called(app), see_help(app)));
}

} // namespace kitt::miniapp::detail
