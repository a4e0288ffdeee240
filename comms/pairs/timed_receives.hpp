// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <span>

namespace kitt::comms {

/// Exchanges messages of one size with `partner`, which may be this rank itself: so many, one after
/// another, each by MPI_Isend, MPI_Recv and the end of the sending. The partner does the same.
/// Returns the seconds that this rank spent in MPI_Recv. Throws std::runtime_error if MPI fails.
double timed_receives(Communicator const& world, int partner, std::span<std::byte const> outgoing,
                      std::span<std::byte> incoming, int repeats);

} // namespace kitt::comms
