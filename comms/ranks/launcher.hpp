// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// \file
/// What started this process, as far as the environment tells. A shell passes such variables on to
/// programs that no launcher started, so they never decide which rank this is: MPI does.

namespace kitt::comms {

/// Ranks that a variable of the environment counts.
struct RankCount {
  std::string_view variable; ///< its name
  int ranks;
};

/// How many ranks the launcher of this process says that it started; empty without a launcher.
std::optional<RankCount> launched_ranks();

/// True if this process is, or may be, one of several ranks. Needs no MPI.
bool may_have_other_ranks();

/// Says so if Slurm has tasks for more ranks than the one that runs; empty if not.
std::optional<std::string> warning_of_idle_tasks(int ranks);

} // namespace kitt::comms
