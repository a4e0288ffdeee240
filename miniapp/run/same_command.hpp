// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Throws UserError, which names the first rank whose command line is not rank 0's and the first
/// word that differs: ranks with other options would send messages that nobody expects. The name of
/// the program may differ. Collective.
void check_same_command(comms::Communicator const& world, std::vector<std::string> const& words);

} // namespace kitt::miniapp
