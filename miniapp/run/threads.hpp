// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/binding.hpp"
#include "comms/node/topology.hpp"
#include "miniapp/run/run_options.hpp"

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>

/// \file
/// Threads of a rank. Their number comes from --threads, KOKKOS_NUM_THREADS or OMP_NUM_THREADS; the
/// first of these that is set counts. If no number is set, there is one thread per core.

namespace kitt::miniapp {

/// Throws UserError if Kokkos would abort with a stack trace: it cannot read a variable of the
/// environment, or there are too many threads. Call before Kokkos starts.
void check_environment(RunOptions const& options);

/// Returns the settings to start Kokkos with. Throws UserError if there are far more threads than
/// hardware threads.
Kokkos::InitializationSettings kokkos_settings(RunOptions const& options,
                                               comms::Topology const& topology,
                                               comms::CpuShare const& share);

/// Returns the number of threads on the CPU, also if kernels run on a GPU.
int threads_found();

/// Throws UserError if the number of running threads differs from the requested number.
void check_threads_found(RunOptions const& options);

/// Returns a warning if variables of the environment leave cores idle, or nothing.
std::optional<std::string> warning_of_idle_cores(RunOptions const& options,
                                                 comms::CpuShare const& share);

} // namespace kitt::miniapp
