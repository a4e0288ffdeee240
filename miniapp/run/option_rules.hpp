// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Options that only some choices read. They are refused if no such choice is made, so that nobody
/// believes that they had an effect.
struct OptionRule {
  std::vector<std::string> options;
  std::string where;  ///< where they have no effect: "without asqtad", "with --applications"
  std::string why;    ///< "no other action reads it"
  std::string remedy; ///< besides leaving them out: "add --action asqtad"; may be empty
  std::function<bool()> have_effect;
};

/// Declares all rules of a command, once, after its options. When the command line is read, an
/// option that was given without effect throws UserError.
void add_rules(CLI::App& app, std::vector<OptionRule> rules);

} // namespace kitt::miniapp
