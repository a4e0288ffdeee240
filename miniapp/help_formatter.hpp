// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace kitt::miniapp::detail {

/// The text of `--help`: alike with every CLI11, whose own changed its headings, columns and line
/// breaks from 2.4 to 2.7.
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
  std::string line(std::string const& left, std::string const& right) const;
};

/// Gives a command this help. Called when it has its help flag and no other option yet.
void use_help_formatter(CLI::App& app);

} // namespace kitt::miniapp::detail
