// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/sweep/sweep.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::perf {

/// Settings of a sweep, as given by the user.
struct SweepRequest {
  std::string launch; ///< launcher ("mpirun -np {ranks}"); empty means one rank without a launcher
  std::vector<std::string> command; ///< words of the command: "dslash", "--L", "16"
  int nodes = 1;
  std::vector<int> ranks{1};          ///< per node
  std::vector<int> threads;           ///< threads per rank; empty means that threads fill the cores
  std::vector<int> cores;             ///< numbers of cores of a node to use; never empty
  std::vector<SweepAxis> others = {}; ///< options and environment variables
  bool oversubscribe = false; ///< whether to run points with more threads than cores as well
};

/// Returns the axis described by `text`, the value of `option` (--vary or --env):
/// "--hugepages=none,madvise" or "OMP_PROC_BIND=close,spread". An option without "=" is a flag,
/// which is left out and given ("no", "yes"). Throws UserError if the text has another form, if a
/// value comes twice, or if a value of an option is empty. An empty value of a variable unsets the
/// variable.
SweepAxis parse_axis(std::string const& option, std::string const& text);

/// Returns all points, in the order of the axes. Points with more threads than cores are marked as
/// left out. Throws UserError for a launcher with unknown or missing placeholders, and for options
/// and variables that the sweep sets itself. Also throws UserError if something is varied twice, or
/// is both varied and given in the command.
Sweep plan_sweep(SweepRequest const& request);

/// Returns the command line of a point: the launcher, `program`, the command, its options, and the
/// record to begin or to resume.
std::vector<std::string> point_words(Sweep const& sweep, SweepPoint const& point,
                                     std::string const& program, std::string const& record,
                                     bool resume);
/// Environment variables that a point sets. An empty optional unsets the variable.
using EnvironmentChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;
EnvironmentChanges point_environment(SweepPoint const& point);

} // namespace kitt::perf
