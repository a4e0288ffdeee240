// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>

namespace CLI {
class App;
}

namespace kitt::miniapp {

/// Runs a tool with the options that were parsed. Returns the exit status. Throws UserError.
using RunTool = std::function<int()>;

/// Command that measures nothing. It starts neither MPI nor Kokkos, and does not have the shared
/// options.
struct Tool {
  char const* name;
  char const* description; ///< line in `kitt --help`
  char const* heading;     ///< heading above this line
  /// Declares the options of the tool on `app`. Returns a function that keeps the options, and runs
  /// after they are parsed.
  RunTool (*add)(CLI::App& app);
};

/// Returns all tools in the order of `kitt --help`. The list is in miniapp/all_tools.cpp.
std::span<Tool const> all_tools();

} // namespace kitt::miniapp
