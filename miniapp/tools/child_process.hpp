// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::miniapp {

/// While it lives, SIGINT and SIGTERM are noted instead of ending the program. One at a time.
class NotedInterrupts {
public:
  NotedInterrupts();
  NotedInterrupts(NotedInterrupts const&) = delete;
  NotedInterrupts& operator=(NotedInterrupts const&) = delete;
  ~NotedInterrupts();

  /// The signal that came; 0: none.
  static int signal();
};

/// What to start, and where its output goes.
struct ChildProcess {
  std::vector<std::string> words; ///< the program is looked for in the path
  /// Variables that are set, or with none unset.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;
  std::filesystem::path log; ///< standard output and error are added to it
};

/// Starts a program in a process group of its own and waits for its end. It gets SIGTERM if this
/// process dies, or notes an interrupt; after a while it is killed. Returns its exit status, 128
/// and the signal if one ended it. Throws UserError if it cannot be started.
int run_child(ChildProcess const& child);

} // namespace kitt::miniapp
