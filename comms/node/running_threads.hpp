// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::comms {

/// How many different threads take part in a kernel on the host. Fewer than Kokkos asked for where
/// the environment holds OpenMP back (OMP_THREAD_LIMIT, OMP_DYNAMIC). Call after
/// Kokkos::initialize.
int running_threads();

} // namespace kitt::comms
