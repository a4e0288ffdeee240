// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Throws UserError if a rank has another command line than rank 0. The message names the first
/// such rank and the first word that differs. Ranks with different options would send messages that
/// no rank expects. The name of the program may differ. Collective.
void check_same_command(comms::Communicator const& world, std::vector<std::string> const& words);

} // namespace kitt::miniapp
