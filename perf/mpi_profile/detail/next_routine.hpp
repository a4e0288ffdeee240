// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/mpi.hpp"

#include <dlfcn.h>

namespace kitt::mpi_profile::detail {

/// Returns the routine of a given name that the loader finds after this program or library. The
/// routine belongs to another tool under LD_PRELOAD, or to MPI. If KITT called `mpis_own`
/// (PMPI_Send) directly, the other tool would see no call. Returns `mpis_own` if MPI is part of the
/// program.
template <class Routine>
Routine* next_routine(char const* name, Routine* mpis_own) {
  auto* const found = dlsym(RTLD_NEXT, name);
  return found == nullptr ? mpis_own : reinterpret_cast<Routine*>(found);
}

} // namespace kitt::mpi_profile::detail

/// Declares a static pointer `name` to the next MPI_`routine`. The search is done once.
#define KITT_NEXT(name, routine)                                                                   \
  static auto* const name =                                                                        \
      ::kitt::mpi_profile::detail::next_routine("MPI_" #routine, &PMPI_##routine)
