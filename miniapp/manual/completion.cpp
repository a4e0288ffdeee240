// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/manual/completion.hpp"
#include "miniapp/manual/manual.hpp"
#include "miniapp/run/option_values.hpp"

#include <memory>

namespace kitt::miniapp {

namespace {

using MakeCompletion = std::string (*)(detail::DescribedProgram const&);

} // namespace

RunTool add_completion(CLI::App& app) {
  auto const make = std::make_shared<MakeCompletion>(detail::bash_completion);
  auto const text = std::make_shared<std::string>();
  detail::add_choice(app, "SHELL", *make,
                     detail::Choices<MakeCompletion>{{"bash", detail::bash_completion},
                                                     {"fish", detail::fish_completion},
                                                     {"zsh", detail::zsh_completion}},
                     "Whose");
  // now, while there is a command line to describe
  app.parse_complete_callback(
      [&app, make, text] { *text = (*make)(detail::describe_program(*app.get_parent())); });
  return [make, text] {
    std::fputs(text->c_str(), stdout);
    return 0;
  };
}

} // namespace kitt::miniapp
