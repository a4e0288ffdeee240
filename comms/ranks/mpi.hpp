// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

#include <cstddef>
#include <string>

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

/// Memory of each rank of a communicator that all of them reach by one-sided calls at any time (a
/// passive epoch), as long as this lives. Collective to make and to destroy.
class Window {
public:
  /// `bytes` of this rank, uninitialised, aligned to 8. Throws UserError if MPI gives no window,
  /// with `advice` on what to do.
  Window(MPI_Comm comm, std::size_t bytes, std::string const& advice);
  ~Window();
  Window(Window const&) = delete;
  Window& operator=(Window const&) = delete;

  MPI_Win handle() const { return window_; }
  std::byte* memory() const { return static_cast<std::byte*>(memory_); }
  /// All that this rank has sent to `target` is there, and what it asked for is here.
  void flush(int target) const { check(MPI_Win_flush(target, window_), "MPI_Win_flush"); }
  /// Before and after meeting the others: what a rank has written into its own memory is there for
  /// them, and theirs for it.
  void sync() const { check(MPI_Win_sync(window_), "MPI_Win_sync"); }

private:
  void* memory_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
};
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
