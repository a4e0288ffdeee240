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

/// Options that have an effect only with some values of other options. Otherwise, giving such an
/// option is an error.
struct OptionRule {
  std::vector<std::string> options;
  std::string where;  ///< case without effect, as "without asqtad" or "with --applications"
  std::string why;    ///< reason, as "no other action reads it"
  std::string remedy; ///< advice, as "add --action asqtad"; may be empty
  std::function<bool()> have_effect; ///< returns whether the options have an effect
};

/// Declares all rules of a command. Call once, after its options are declared. Then parsing throws
/// UserError if an option without effect is given.
void add_rules(CLI::App& app, std::vector<OptionRule> rules);

} // namespace kitt::miniapp
