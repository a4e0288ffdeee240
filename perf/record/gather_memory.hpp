// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/pages_obtained.hpp"
#include "comms/ranks/communicator.hpp"
#include "perf/record/memory_found.hpp"

namespace kitt::perf {

/// Returns the sums over ranks, on all ranks. Collective.
PagesFound gather_pages(comms::Communicator const& world, comms::PagesObtained const& own);

/// Returns the means over ranks, on all ranks. Collective.
MemoryOfRanks gather_memory(comms::Communicator const& world, comms::PeakMemory const& own);

} // namespace kitt::perf
