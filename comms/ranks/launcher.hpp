// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// \file
/// Facts about the launcher of this process, from environment variables. A shell passes the
/// variables of a launcher on to programs that no launcher started. Therefore these variables never
/// decide the number of this rank: MPI decides.

namespace kitt::comms {

/// Number of ranks according to an environment variable.
struct RankCount {
  std::string_view variable; ///< name of the environment variable
  int ranks;
};

/// Returns how many ranks the launcher started, according to its environment variables. Empty
/// without a launcher.
std::optional<RankCount> launched_ranks();

/// Returns true if this process is, or may be, one of several ranks. Does not need MPI.
bool may_have_other_ranks();

/// Returns a warning if Slurm has several tasks but only one rank runs; otherwise empty.
std::optional<std::string> warning_of_idle_tasks(int ranks);

} // namespace kitt::comms
