// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <span>

namespace kitt::comms {

/// Exchanges `repeats` messages of one size with `partner`, one after another. Each exchange is
/// MPI_Isend, MPI_Recv and MPI_Wait for the sending. The partner must call this function too; it
/// may be this rank itself. Returns the seconds that this rank spent in MPI_Recv. Throws
/// std::runtime_error if MPI fails.
double timed_receives(Communicator const& world, int partner, std::span<std::byte const> outgoing,
                      std::span<std::byte> incoming, int repeats);

} // namespace kitt::comms
