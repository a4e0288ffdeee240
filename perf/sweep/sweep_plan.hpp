// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/sweep/sweep.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kitt::perf {

/// What a sweep is asked for.
struct SweepRequest {
  std::string launch;               ///< "mpirun -np {ranks}"; empty: one rank, without a launcher
  std::vector<std::string> command; ///< "dslash", "--L", "16"
  int nodes = 1;
  std::vector<int> ranks{1};          ///< per node
  std::vector<int> threads;           ///< per rank; empty: so many that they fill the cores
  std::vector<int> cores;             ///< of a node, to be used; never empty
  std::vector<SweepAxis> others = {}; ///< options and variables of the environment
  bool oversubscribe = false;         ///< points with more threads than cores too
};

/// "--hugepages=none,madvise", or "OMP_PROC_BIND=close,spread": the text of `option`. An option
/// without "=" is a flag: without it and with it ("no", "yes"). Throws UserError if it is neither,
/// if a value comes twice, or if a value of an option is empty. An empty value of a variable unsets
/// it.
SweepAxis parse_axis(std::string const& option, std::string const& text);

/// All points, in the order of the axes; those with more threads than cores are left out. Throws
/// UserError for a launcher without placeholders or with unknown ones, and for options and
/// variables that the sweep sets itself. Also throws UserError if something is varied twice, or is
/// varied and given in the command.
Sweep plan_sweep(SweepRequest const& request);

/// The command line of a point: the launcher, `program`, the command, its options and the record,
/// which is begun or gone on with.
std::vector<std::string> point_words(Sweep const& sweep, SweepPoint const& point,
                                     std::string const& program, std::string const& record,
                                     bool resume);
/// Variables that the point sets (or, with none, unsets).
using EnvironmentChanges = std::vector<std::pair<std::string, std::optional<std::string>>>;
EnvironmentChanges point_environment(SweepPoint const& point);

} // namespace kitt::perf
