// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/communicator.hpp"

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
