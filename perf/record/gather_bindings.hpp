// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/ranks/communicator.hpp"
#include "perf/record/rank_binding.hpp"

#include <vector>

namespace kitt::perf {

/// Returns the bindings of all ranks, in order of rank, on all ranks. Collective.
std::vector<RankBinding> gather_bindings(comms::Communicator const& world,
                                         comms::Binding const& own);

} // namespace kitt::perf
