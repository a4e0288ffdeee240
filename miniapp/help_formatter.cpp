// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/help_formatter.hpp"

#include "miniapp/run/run_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace kitt::miniapp::detail {

namespace {

/// Returns CLI11's line of usage without the text that CLI11 puts around it: "Usage: " or, in newer
/// versions, line breaks.
std::string one_line(std::string usage) {
  auto const first = usage.find("kitt");
  return usage.substr(first, usage.find_last_not_of('\n') + 1 - first);
}

std::string first_line(std::string const& text) {
  return text.substr(0, text.find('\n'));
}

bool is_version(CLI::Option const* option) {
  return option->check_lname("version");
}

} // namespace

HelpFormatter::HelpFormatter() {
  column_width(40);
}

std::string HelpFormatter::make_help(CLI::App const* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  auto const text =
      fmt::format("{}\nUsage: {}\n{}{}{}", app->get_description(), one_line(make_usage(app, name)),
                  make_positionals(app), option_groups(app), make_subcommands(app, mode));
  auto const footer = app->get_footer();
  return footer.empty() ? text : fmt::format("{}\n{}\n", text, footer);
}

std::string HelpFormatter::make_positionals(CLI::App const* app) const {
  auto const options =
      app->get_options([](CLI::Option const* option) { return option->get_positional(); });
  return options.empty() ? std::string() : make_group("Positionals", true, options);
}

std::string HelpFormatter::option_groups(CLI::App const* app) const {
  auto groups = app->get_groups();
  std::ranges::stable_partition(groups, [](auto const& group) { return group != common_heading; });
  auto const of_program = app->get_parent() == nullptr;
  std::string text;
  for (auto const& group : groups) {
    auto const options = app->get_options([&](CLI::Option const* option) {
      return option->get_group() == group && option->nonpositional() &&
             (!of_program || option == app->get_help_ptr() || is_version(option));
    });
    if (!options.empty())
      text += make_group(group, false, options);
  }
  return text;
}

std::string HelpFormatter::make_subcommand(CLI::App const* app) const {
  return line(app->get_display_name(true), app->get_description());
}

std::string HelpFormatter::make_option(CLI::Option const* option, bool is_positional) const {
  return line(make_option_name(option, is_positional) + make_option_opts(option),
              first_line(option->get_description()));
}

std::string HelpFormatter::make_option_opts(CLI::Option const* option) const {
  if (option->get_type_size() == 0)
    return {};
  auto const initial = option->get_default_str();
  return fmt::format(" {}{}{}{}{}", option->get_type_name(), initial.empty() ? "" : "=", initial,
                     option->get_expected_max() == CLI::detail::expected_max_vector_size ? " ..."
                                                                                         : "",
                     option->get_required() ? " REQUIRED" : "");
}

std::string HelpFormatter::line(std::string const& left, std::string const& right) const {
  auto const width = get_column_width();
  auto const* const gap = left.size() + 2 >= width ? "\n" : "";
  return fmt::format("  {:<{}}{}{:{}}{}\n", left, width - 2, gap, "", *gap != 0 ? width : 0, right);
}

void use_help_formatter(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.option_defaults()->group(own_heading);
  app.get_help_ptr()->group(own_heading);
}

} // namespace kitt::miniapp::detail
