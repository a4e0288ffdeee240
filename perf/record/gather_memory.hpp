// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/pages_obtained.hpp"
#include "comms/ranks/communicator.hpp"
#include "perf/record/memory_found.hpp"

namespace kitt::perf {

/// Collective: sums over ranks, on all ranks.
PagesFound gather_pages(comms::Communicator const& world, comms::PagesObtained const& own);

/// Collective: means over ranks, on all ranks.
MemoryOfRanks gather_memory(comms::Communicator const& world, comms::PeakMemory const& own);

} // namespace kitt::perf
