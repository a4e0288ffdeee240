// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"
#include "perf/mpi_profile/recorder.hpp"

/// \file
/// Payload of an MPI call, computed from its arguments. The payload is the bytes that the
/// rank gives to the call; for a receive, the size of its buffer. Messages are also noted for the
/// traffic matrix.

namespace kitt::mpi_profile::detail {

/// Returns the bytes of `count` elements; 0 without elements.
std::uint64_t bytes_of(std::int64_t count, MPI_Datatype type);

inline Payload nothing() {
  return {};
}
inline Payload received(int count, MPI_Datatype type) {
  return {bytes_of(count, type)};
}
/// Notes a message to a rank of `comm`, or into a window, and returns its payload.
Payload sent(int count, MPI_Datatype type, int to, MPI_Comm comm);
Payload put(int count, MPI_Datatype type, int target, MPI_Win window);
/// Notes data that this rank reads from a window, and returns the payload.
Payload fetched(int count, MPI_Datatype type, int target, MPI_Win window);

/// Returns the payload of a collective call: the bytes of `count` elements that this rank gives, or
/// 0 without data.
Payload together(MPI_Comm comm, std::int64_t count = 0, MPI_Datatype type = MPI_BYTE);
/// Returns the payload of a collective call with one block of equal size for every rank.
Payload to_each(MPI_Comm comm, int count, MPI_Datatype type);
/// Returns the payload of a collective call with one block per rank, of different sizes.
Payload blocks(MPI_Comm comm, int const* counts, MPI_Datatype type);
Payload blocks(MPI_Comm comm, int const* counts, MPI_Datatype const* types);
/// Returns the payload of blocks for the ranks on this side of an intercommunicator.
Payload own_blocks(MPI_Comm comm, int const* counts, MPI_Datatype type);
/// Returns the payload of a collective call in which this rank gives one of several blocks of
/// different sizes.
Payload own_block(MPI_Comm comm, int const* counts, MPI_Datatype type);
/// Returns the payload to the neighbours of a topology: one block each, of equal or different
/// sizes.
Payload to_neighbours(MPI_Comm comm, int count, MPI_Datatype type);
Payload to_neighbours(MPI_Comm comm, int const* counts, MPI_Datatype type);
Payload to_neighbours(MPI_Comm comm, int const* counts, MPI_Datatype const* types);

/// Payloads of persistent requests. Payloads are remembered when a request is created, used at each
/// start, and forgotten when the request is freed.
void remember_send(MPI_Request request, int count, MPI_Datatype type, int to, MPI_Comm comm);
void remember(MPI_Request request, Payload payload);
void forget(MPI_Request request);
Payload started(int count, MPI_Request const* requests);

/// Returns the world rank of a rank of a communicator, or of the remote group of an
/// intercommunicator. Negative if the rank has no world rank.
int world_rank(MPI_Comm comm, int rank);
// has its own name, because both handles are of type int in MPICH
int world_rank_in_window(MPI_Win window, int rank);

} // namespace kitt::mpi_profile::detail
