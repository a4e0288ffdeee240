// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/wrap.hpp"

using namespace kitt::mpi_profile::detail;

#define REQUEST (MPI_Request*, request)
#define WINDOW (MPI_Win, window)
#define OPERATION (MPI_Op, operation)
#define GIVEN (void const*, data), (int, count), (MPI_Datatype, type)
#define TAKEN (void*, data), (int, count), (MPI_Datatype, type)
#define THERE (int, target), (MPI_Aint, place), (int, target_count), (MPI_Datatype, target_type)
#define PUT put(count, type, target, window)
#define FETCHED fetched(count, type, target, window)

KITT_MPI(Put, PUT, GIVEN, THERE, WINDOW)
KITT_MPI(Rput, PUT, GIVEN, THERE, WINDOW, REQUEST)
KITT_MPI(Accumulate, PUT, GIVEN, THERE, OPERATION, WINDOW)
KITT_MPI(Raccumulate, PUT, GIVEN, THERE, OPERATION, WINDOW, REQUEST)
KITT_MPI(Get, FETCHED, TAKEN, THERE, WINDOW)
KITT_MPI(Rget, FETCHED, TAKEN, THERE, WINDOW, REQUEST)

// Calls that move data both ways.
#define RESULT (void*, result), (int, result_count), (MPI_Datatype, result_type)
#define SWAPPED (fetched(result_count, result_type, target, window), PUT)
#define ONE_SWAPPED (fetched(1, type, target, window), put(1, type, target, window))
KITT_MPI(Get_accumulate, SWAPPED, GIVEN, RESULT, THERE, OPERATION, WINDOW)
KITT_MPI(Rget_accumulate, SWAPPED, GIVEN, RESULT, THERE, OPERATION, WINDOW, REQUEST)
KITT_MPI(Fetch_and_op, ONE_SWAPPED, (void const*, data), (void*, result), (MPI_Datatype, type),
         (int, target), (MPI_Aint, place), OPERATION, WINDOW)
KITT_MPI(Compare_and_swap, ONE_SWAPPED, (void const*, data), (void const*, expected),
         (void*, result), (MPI_Datatype, type), (int, target), (MPI_Aint, place), WINDOW)

#define NEW_WINDOW (MPI_Info, info), (MPI_Comm, comm), (void*, memory), (MPI_Win*, window)
KITT_MPI(Win_create, together(comm), (void*, memory), (MPI_Aint, bytes), (int, unit),
         (MPI_Info, info), (MPI_Comm, comm), (MPI_Win*, window))
KITT_MPI(Win_allocate, together(comm), (MPI_Aint, bytes), (int, unit), NEW_WINDOW)
KITT_MPI(Win_allocate_shared, together(comm), (MPI_Aint, bytes), (int, unit), NEW_WINDOW)
KITT_MPI(Win_create_dynamic, together(comm), (MPI_Info, info), (MPI_Comm, comm), (MPI_Win*, window))
KITT_MPI(Win_free, nothing(), (MPI_Win*, window))

#define GROUP (MPI_Group, group)
#define ASSERTION (int, assertion)
KITT_MPI(Win_fence, nothing(), ASSERTION, WINDOW)
KITT_MPI(Win_start, nothing(), GROUP, ASSERTION, WINDOW)
KITT_MPI(Win_complete, nothing(), WINDOW)
KITT_MPI(Win_post, nothing(), GROUP, ASSERTION, WINDOW)
KITT_MPI(Win_wait, nothing(), WINDOW)
KITT_MPI(Win_test, nothing(), WINDOW, (int*, done))
KITT_MPI(Win_lock, nothing(), (int, kind), (int, target), ASSERTION, WINDOW)
KITT_MPI(Win_unlock, nothing(), (int, target), WINDOW)
KITT_MPI(Win_lock_all, nothing(), ASSERTION, WINDOW)
KITT_MPI(Win_unlock_all, nothing(), WINDOW)
KITT_MPI(Win_flush, nothing(), (int, target), WINDOW)
KITT_MPI(Win_flush_all, nothing(), WINDOW)
KITT_MPI(Win_flush_local, nothing(), (int, target), WINDOW)
KITT_MPI(Win_flush_local_all, nothing(), WINDOW)
KITT_MPI(Win_sync, nothing(), WINDOW)
