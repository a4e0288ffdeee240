// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace kitt::miniapp::detail {

/// Formats the text of `--help` equally with every version of CLI11. CLI11's own headings, columns
/// and line breaks changed between 2.4 and 2.7.
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

/// Sets this formatter for the help of a command. Requires that the command has a help flag but no
/// other option yet.
void use_help_formatter(CLI::App& app);

} // namespace kitt::miniapp::detail
