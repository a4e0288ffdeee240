// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <string>

// Includes only the C interface: the old C++ interface of some MPIs causes many warnings.
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

/// Sets a communicator to return error codes, so that check() sees them; by default MPI ends the
/// program. Returns the communicator.
MPI_Comm returning_errors(MPI_Comm comm);
/// Returns a communicator of the same ranks whose messages are separate. Collective.
MPI_Comm duplicate(MPI_Comm comm);
/// Returns a communicator of the ranks on this rank's node, in rank order. Collective.
MPI_Comm split_by_node(MPI_Comm comm, int rank);

/// Memory that all ranks of a communicator can access by one-sided calls at any time (a passive
/// epoch). The access ends with the lifetime of this object. Construction and destruction are
/// collective.
class Window {
public:
  /// Allocates `bytes` bytes on this rank, uninitialised and aligned to 8 bytes. Throws UserError
  /// if MPI refuses a window; the error ends with `advice`, which says what to do. Collective.
  Window(MPI_Comm comm, std::size_t bytes, std::string const& advice);
  ~Window();
  Window(Window const&) = delete;
  Window& operator=(Window const&) = delete;

  MPI_Win handle() const { return window_; }
  std::byte* memory() const { return static_cast<std::byte*>(memory_); }
  /// Waits until everything that this rank sent to `target` has arrived there, and everything that
  /// this rank requested has arrived here.
  void flush(int target) const { check(MPI_Win_flush(target, window_), "MPI_Win_flush"); }
  /// Makes this rank's writes to its own memory visible to other ranks, and their writes visible
  /// here. Call before and after a barrier.
  void sync() const { check(MPI_Win_sync(window_), "MPI_Win_sync"); }

private:
  void* memory_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
};
} // namespace detail

/// Handle of the duplicated communicator that a Communicator owns.
struct Communicator::Handle {
  MPI_Comm comm = MPI_COMM_NULL;

  explicit Handle(MPI_Comm owned) : comm(owned) {}
  ~Handle();
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
};

} // namespace kitt::comms
