// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/record/run_environment.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// Returns a warning for each variable whose value differs between ranks. A record holds the
/// environment of rank 0 only. `own` is this rank's environment. Collective.
std::vector<std::string> environment_warnings(comms::Communicator const& world,
                                              NamedTexts const& own);

} // namespace kitt::perf
