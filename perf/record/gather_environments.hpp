// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/record/run_environment.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// Returns a warning for each variable that is not the same on all ranks: a record holds those of
/// rank 0. Collective; `own` are this rank's.
std::vector<std::string> environment_warnings(comms::Communicator const& world,
                                              NamedTexts const& own);

} // namespace kitt::perf
