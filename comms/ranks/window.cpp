// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/mpi.hpp"
#include "core/base/error.hpp"

#include <exception>

namespace kitt::comms::detail {

Window::Window(MPI_Comm comm, std::size_t bytes, std::string const& advice) {
  auto const code =
      MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, comm, &memory_, &window_);
  KITT_VALIDATE(code == MPI_SUCCESS,
                "MPI gives no memory for one-sided calls (MPI_Win_allocate failed): " + advice);
  check(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
}

Window::~Window() {
  // Freeing is collective. A rank that fails must not free the window, because other ranks may not
  // fail, and it would wait for them.
  if (std::uncaught_exceptions() > 0)
    return;
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

} // namespace kitt::comms::detail
