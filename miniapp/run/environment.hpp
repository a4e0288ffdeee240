// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/run_options.hpp"

#include <optional>
#include <string>

/// \file
/// What Kokkos and OpenMP read from the environment when they start. Threads per rank: --threads
/// wins over KOKKOS_NUM_THREADS, that over OMP_NUM_THREADS, that over one per core.

namespace kitt::miniapp {

/// Threads for which Kokkos' OpenMP backend has room (Kokkos::Impl::OpenMPTraits).
inline constexpr int most_threads = 512;

/// Throws UserError for what Kokkos would abort at with a stack trace: values that it cannot read,
/// more threads than it has room for. Call before Kokkos starts.
void check_environment(RunOptions const& options);

/// The variable that says how many threads there are, "OMP_NUM_THREADS=1"; none if --threads or the
/// cores do.
std::optional<std::string> variable_of_threads(RunOptions const& options);

} // namespace kitt::miniapp
