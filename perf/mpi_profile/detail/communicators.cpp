// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/wrap.hpp"

using namespace kitt::mpi_profile::detail;

#define COMM (MPI_Comm, comm)
#define INFO (MPI_Info, info)
#define GROUP (MPI_Group, group)
#define NEW_COMM (MPI_Comm*, result)
#define REORDER (int, reorder)

KITT_MPI(Comm_dup, together(comm), COMM, NEW_COMM)
KITT_MPI(Comm_dup_with_info, together(comm), COMM, INFO, NEW_COMM)
KITT_MPI(Comm_idup, together(comm), COMM, NEW_COMM, (MPI_Request*, request))
KITT_MPI(Comm_split, together(comm), COMM, (int, colour), (int, key), NEW_COMM)
KITT_MPI(Comm_split_type, together(comm), COMM, (int, type), (int, key), INFO, NEW_COMM)
KITT_MPI(Comm_create, together(comm), COMM, GROUP, NEW_COMM)
KITT_MPI(Comm_create_group, nothing(), COMM, GROUP, (int, tag), NEW_COMM)
KITT_MPI(Comm_free, together(*comm), (MPI_Comm*, comm))
KITT_MPI(Comm_disconnect, together(*comm), (MPI_Comm*, comm))
KITT_MPI(Intercomm_create, together(comm), COMM, (int, leader), (MPI_Comm, peer), (int, remote),
         (int, tag), NEW_COMM)
KITT_MPI(Intercomm_merge, together(comm), COMM, (int, high), NEW_COMM)

KITT_MPI(Cart_create, together(comm), COMM, (int, dimensions), (int const*, extents),
         (int const*, periodic), REORDER, NEW_COMM)
KITT_MPI(Cart_sub, together(comm), COMM, (int const*, kept), NEW_COMM)
KITT_MPI(Graph_create, together(comm), COMM, (int, nodes), (int const*, index), (int const*, edges),
         REORDER, NEW_COMM)
KITT_MPI(Dist_graph_create, together(comm), COMM, (int, count), (int const*, sources),
         (int const*, degrees), (int const*, destinations), (int const*, weights), INFO, REORDER,
         NEW_COMM)
KITT_MPI(Dist_graph_create_adjacent, together(comm), COMM, (int, in_degree), (int const*, sources),
         (int const*, source_weights), (int, out_degree), (int const*, destinations),
         (int const*, destination_weights), INFO, REORDER, NEW_COMM)
