// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt::comms {

/// The number of different threads that take part in a kernel on the host. It is smaller than
/// Kokkos asked for where the environment holds OpenMP back (OMP_THREAD_LIMIT, OMP_DYNAMIC). Call
/// after Kokkos::initialize.
int running_threads();

} // namespace kitt::comms
