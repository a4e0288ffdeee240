// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/task_grid_option.hpp"

#include "miniapp/run/option_values.hpp"

namespace kitt::miniapp {

void add_task_grid(CLI::App& app, std::optional<AskedTaskGrid>& target) {
  auto const parse = [](std::string const& option, std::string const& text) {
    detail::Range<int> const range{1, 1 << 20};
    auto const [rows, columns] =
        detail::parse_dotted<2>(option, text, {range, range}, "two", "ROWS.COLUMNS, as 2.4");
    return AskedTaskGrid{rows, columns};
  };
  detail::add_value(app, "--ranks-grid", target, parse,
                    "Rows and columns of ranks [one node per row, or nearly square]")
      ->type_name("R.C");
}

comms::TaskGrid task_grid(comms::Communicator const& world,
                          std::optional<AskedTaskGrid> const& asked) {
  if (asked)
    return {asked->rows, asked->columns, world.places()};
  return comms::spread_tasks(world.places());
}

} // namespace kitt::miniapp
