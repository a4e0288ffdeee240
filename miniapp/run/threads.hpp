// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/cpu_share.hpp"
#include "comms/node/topology.hpp"
#include "miniapp/run/run_options.hpp"

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>

/// \file
/// The threads of a rank: how many Kokkos starts, and whether they came. --threads wins over
/// KOKKOS_NUM_THREADS, that over OMP_NUM_THREADS, that over one per core.

namespace kitt::miniapp {

/// Throws UserError for what Kokkos would abort at with a stack trace: values that it cannot read
/// in the environment, more threads than it has room for. Call before Kokkos starts.
void check_environment(RunOptions const& options);

/// What Kokkos starts with. Throws UserError for more threads than the machine can have use for.
Kokkos::InitializationSettings kokkos_settings(RunOptions const& options,
                                               comms::Topology const& topology,
                                               comms::CpuShare const& share);

/// Threads of the CPU, wherever kernels run.
int threads_found();

/// Throws UserError if not as many run as were asked for.
void check_threads_found(RunOptions const& options);

/// Says so if the environment leaves cores idle; none if not.
std::optional<std::string> warning_of_idle_cores(RunOptions const& options,
                                                 comms::CpuShare const& share);

} // namespace kitt::miniapp
