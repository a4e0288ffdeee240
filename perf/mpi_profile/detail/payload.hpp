// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"
#include "perf/mpi_profile/recorder.hpp"

/// \file
/// What a call hands over, from its arguments. Bytes are those that the rank gives into the call;
/// of a receive, those it makes room for. Messages are noted for the matrix on the way.

namespace kitt::mpi_profile::detail {

/// The bytes of `count` elements; 0 where there are none.
std::uint64_t bytes_of(std::int64_t count, MPI_Datatype type);

inline Payload nothing() {
  return {};
}
inline Payload received(int count, MPI_Datatype type) {
  return {bytes_of(count, type)};
}
/// A message to a rank of `comm`, or into a window of it.
Payload sent(int count, MPI_Datatype type, int to, MPI_Comm comm);
Payload put(int count, MPI_Datatype type, int target, MPI_Win window);
/// Read from there.
Payload fetched(int count, MPI_Datatype type, int target, MPI_Win window);

/// A collective call to which the rank gives so much; without data: 0.
Payload together(MPI_Comm comm, std::int64_t count = 0, MPI_Datatype type = MPI_BYTE);
/// A block for every rank.
Payload to_each(MPI_Comm comm, int count, MPI_Datatype type);
/// Blocks of different sizes, one per rank.
Payload blocks(MPI_Comm comm, int const* counts, MPI_Datatype type);
Payload blocks(MPI_Comm comm, int const* counts, MPI_Datatype const* types);
/// The same for the ranks on this side of an intercommunicator.
Payload own_blocks(MPI_Comm comm, int const* counts, MPI_Datatype type);
/// This rank's one of such blocks.
Payload own_block(MPI_Comm comm, int const* counts, MPI_Datatype type);
/// What goes to each neighbour of a topology: a block, or blocks of different sizes.
Payload to_neighbours(MPI_Comm comm, int count, MPI_Datatype type);
Payload to_neighbours(MPI_Comm comm, int const* counts, MPI_Datatype type);
Payload to_neighbours(MPI_Comm comm, int const* counts, MPI_Datatype const* types);

/// Persistent requests: what a start of one is, kept from its making to its end.
void remember_send(MPI_Request request, int count, MPI_Datatype type, int to, MPI_Comm comm);
void remember(MPI_Request request, Payload payload);
void forget(MPI_Request request);
Payload started(int count, MPI_Request const* requests);

/// The rank in the world of a rank of a communicator, or of the other side of an
/// intercommunicator; negative where it has none.
int world_rank(MPI_Comm comm, int rank);
int world_rank_in_window(MPI_Win window, int rank); // in MPICH both handles are an int

} // namespace kitt::mpi_profile::detail
