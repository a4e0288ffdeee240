// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::miniapp {

/// While an object of this type exists, SIGINT and SIGTERM are noted and do not end the program.
/// Only one object may exist at a time.
class NotedInterrupts {
public:
  NotedInterrupts();
  NotedInterrupts(NotedInterrupts const&) = delete;
  NotedInterrupts& operator=(NotedInterrupts const&) = delete;
  ~NotedInterrupts();

  /// Returns the signal that came, or 0.
  static int signal();
};

/// A program to start, with its environment and the file for its output.
struct ChildProcess {
  std::vector<std::string> words; ///< command line of the program, which is searched in the path
  /// Environment variables to set. An empty optional unsets the variable.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;
  std::filesystem::path log; ///< file to which standard output and error are appended
};

/// Starts a program in its own process group and waits for its end. The program gets SIGTERM if
/// this process dies or notes an interrupt, and is killed if it does not end soon. Returns the exit
/// status of the program; 128 plus the signal if a signal ended the program. Throws UserError if
/// the program cannot be started.
int run_child(ChildProcess const& child);

} // namespace kitt::miniapp
