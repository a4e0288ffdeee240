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

/// A command that measures nothing: it starts neither MPI nor Kokkos, and its options are its own.
struct Tool {
  char const* name;
  char const* description; ///< one line of `kitt --help`
  char const* heading;     ///< above that line
  /// Declares the tool's options on `app`. What it returns keeps them, and runs once they are
  /// parsed.
  RunTool (*add)(CLI::App& app);
};

/// All tools in the order of `kitt --help`; miniapp/all_tools.cpp holds the list.
std::span<Tool const> all_tools();

} // namespace kitt::miniapp
