// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace kitt::miniapp::detail {

/// Makes the text of `--help`. The text is the same with every CLI11: its own formatter changed
/// headings, columns and line breaks from 2.4 to 2.7. Each option has one line, the first line of
/// its description. Further lines are for the man page and the reference.
class HelpFormatter final : public CLI::Formatter {
public:
  HelpFormatter();
  std::string make_help(CLI::App const* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_positionals(CLI::App const* app) const override;
  std::string make_subcommand(CLI::App const* app) const override;
  std::string make_option(CLI::Option const* option, bool is_positional) const override;
  std::string make_option_opts(CLI::Option const* option) const override;

private:
  std::string option_groups(CLI::App const* app) const;
  std::string line(std::string const& left, std::string const& right) const;
};

/// Gives a command this help. Requires that its help flag is its only option so far.
void use_help_formatter(CLI::App& app);

} // namespace kitt::miniapp::detail
