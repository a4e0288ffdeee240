// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

// the C interface only: the old C++ one of some MPIs is full of warnings
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

namespace kitt::comms {

namespace detail {
/// Throws std::runtime_error "MPI_Xxx failed: <MPI_Error_string>" unless `code` is MPI_SUCCESS.
void check(int code, char const* call);

/// Errors of this communicator come back as codes, so that check() sees them; the default would end
/// the program. Returns it.
MPI_Comm returning_errors(MPI_Comm comm);
/// Collective: the same ranks, nobody else's messages.
MPI_Comm duplicate(MPI_Comm comm);
/// Collective: this rank's node, its ranks in order.
MPI_Comm split_by_node(MPI_Comm comm, int rank);
} // namespace detail

/// The duplicate that a Communicator owns.
struct Communicator::Handle {
  MPI_Comm comm = MPI_COMM_NULL;

  explicit Handle(MPI_Comm owned) : comm(owned) {}
  ~Handle();
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
};

} // namespace kitt::comms
