// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

namespace kitt::comms {

/// The components with which MPI moves messages, as far as it tells: "Open MPI pml ob1, btl self
/// tcp vader", "MPICH ch4:ofi, FI_PROVIDER=efa"; empty where it tells nothing, and without MPI.
/// Variables of the environment stand for themselves: they say what the user asked for. Call after
/// MPI has started.
std::string message_transport();

/// At which message sizes MPI changes its protocol, as its own settings (control variables of
/// MPI_T) say now: {"btl_tcp_eager_limit": "65536", "btl_vader_single_copy_mechanism": "cma"}.
/// Empty where MPI tells nothing, and without MPI. Call after MPI has started.
std::map<std::string, std::string> message_limits();

} // namespace kitt::comms
