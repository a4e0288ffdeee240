// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/lines/task_grid.hpp"
#include "comms/ranks/communicator.hpp"

#include <optional>

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Grid of ranks as requested.
struct AskedTaskGrid {
  int rows;
  int columns;
};

/// Declares --ranks-grid R.C.
void add_task_grid(CLI::App& app, std::optional<AskedTaskGrid>& target);

/// Returns the requested grid, or the grid that comms::spread_tasks() chooses. Throws UserError if
/// the requested grid does not fit the ranks.
comms::TaskGrid task_grid(comms::Communicator const& world,
                          std::optional<AskedTaskGrid> const& asked);

} // namespace kitt::miniapp
