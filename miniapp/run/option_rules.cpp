// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/option_rules.hpp"

#include "core/base/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::miniapp {

namespace {

void check(CLI::App const& app, OptionRule const& rule) {
  std::vector<std::string> given;
  for (auto const& name : rule.options)
    if (app.get_option(name)->count() > 0)
      given.push_back(name);
  if (given.empty() || rule.have_effect())
    return;
  auto const* const them = given.size() == 1 ? "it" : "them";
  throw UserError(fmt::format("{} {} ({}): {}leave {} out", fmt::join(given, ", "), rule.where,
                              rule.why, rule.remedy.empty() ? "" : rule.remedy + ", or ", them));
}

} // namespace

void add_rules(CLI::App& app, std::vector<OptionRule> rules) {
  for (auto const& rule : rules)
    for (auto const& name : rule.options)
      static_cast<void>(app.get_option(name)); // throws if no option has this name
  app.callback([&app, rules = std::move(rules)] {
    for (auto const& rule : rules)
      check(app, rule);
  });
}

} // namespace kitt::miniapp
