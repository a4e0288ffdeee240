// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/pages_obtained.hpp"
#include "comms/ranks/communicator.hpp"
#include "perf/record/memory_found.hpp"
#include "perf/record/rank_binding.hpp"
#include "perf/record/run_environment.hpp"

#include <string>
#include <vector>

/// \file
/// What a record states about all ranks. All functions are collective, and return the same on all
/// ranks.

namespace kitt::perf {

/// Returns the bindings of all ranks, in order of rank.
std::vector<RankBinding> gather_bindings(comms::Communicator const& world,
                                         comms::Binding const& own);

/// Returns a warning for each variable whose value differs between ranks. A record holds the
/// environment of rank 0 only. `own` is this rank's environment.
std::vector<std::string> environment_warnings(comms::Communicator const& world,
                                              NamedTexts const& own);

/// Returns the sums over ranks.
PagesFound gather_pages(comms::Communicator const& world, comms::PagesObtained const& own);

/// Returns the means over ranks.
MemoryOfRanks gather_memory(comms::Communicator const& world, comms::PeakMemory const& own);

} // namespace kitt::perf
