// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace kitt::comms {

/// What MPI moves messages with, as far as it tells: "Open MPI pml ob1, btl self tcp vader",
/// "MPICH ch4:ofi, FI_PROVIDER=efa"; empty where it tells nothing, and without MPI. Variables of
/// the environment are what was asked for. Call after MPI has started.
std::string message_transport();

} // namespace kitt::comms
