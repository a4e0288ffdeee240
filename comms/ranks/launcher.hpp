// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// \file
/// What the environment tells of the launcher of this process. A shell passes such variables on to
/// programs that no launcher started. So they never decide which rank this is: MPI does.

namespace kitt::comms {

/// The number of ranks according to a variable of the environment.
struct RankCount {
  std::string_view variable; ///< its name
  int ranks;
};

/// Returns how many ranks the launcher says that it started. Empty without a launcher.
std::optional<RankCount> launched_ranks();

/// Returns true if this process is, or may be, one of several ranks. Needs no MPI.
bool may_have_other_ranks();

/// Returns a warning if Slurm has tasks for several ranks, but only one rank runs. Otherwise empty.
std::optional<std::string> warning_of_idle_tasks(int ranks);

} // namespace kitt::comms
