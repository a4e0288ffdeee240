// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/wrap.hpp"

using namespace kitt::mpi_profile::detail;

// Each collective in its forms: blocking, with a request, and (MPI 4) with a persistent request.
#define REQUEST (MPI_Request*, request)
#if MPI_VERSION >= 4
#define COLLECTIVE(routine, immediate, payload, ...)                                               \
  KITT_MPI(routine, payload, __VA_ARGS__)                                                          \
  KITT_MPI(immediate, payload, __VA_ARGS__, REQUEST)                                               \
  KITT_MPI_THEN(routine##_init, together(comm), remember(*request, payload), __VA_ARGS__,          \
                (MPI_Info, info), REQUEST)
#else
#define COLLECTIVE(routine, immediate, payload, ...)                                               \
  KITT_MPI(routine, payload, __VA_ARGS__)                                                          \
  KITT_MPI(immediate, payload, __VA_ARGS__, REQUEST)
#endif

#define OUT (void const*, out), (int, count), (MPI_Datatype, type)
#define OUTS (void const*, out), (int const*, counts), (int const*, starts), (MPI_Datatype, type)
#define IN (void*, in), (int, in_count), (MPI_Datatype, in_type)
#define INS (void*, in), (int const*, in_counts), (int const*, in_starts), (MPI_Datatype, in_type)
#define ROOT (int, root)
#define COMM (MPI_Comm, comm)

COLLECTIVE(Barrier, Ibarrier, together(comm), COMM)
COLLECTIVE(Bcast, Ibcast, together(comm, count, type), (void*, data), (int, count),
           (MPI_Datatype, type), ROOT, COMM)

// Collectives with one block per rank. The profile counts the bytes that a rank gives or, if it
// only receives, the bytes that it receives.
COLLECTIVE(Gather, Igather,
           out == MPI_IN_PLACE ? together(comm, in_count, in_type) : together(comm, count, type),
           OUT, IN, ROOT, COMM)
COLLECTIVE(Gatherv, Igatherv,
           out == MPI_IN_PLACE ? own_block(comm, in_counts, in_type) : together(comm, count, type),
           OUT, INS, ROOT, COMM)
COLLECTIVE(Scatter, Iscatter,
           in == MPI_IN_PLACE ? together(comm, count, type) : together(comm, in_count, in_type),
           OUT, IN, ROOT, COMM)
COLLECTIVE(Scatterv, Iscatterv,
           in == MPI_IN_PLACE ? own_block(comm, counts, type) : together(comm, in_count, in_type),
           OUTS, IN, ROOT, COMM)
COLLECTIVE(Allgather, Iallgather,
           out == MPI_IN_PLACE ? together(comm, in_count, in_type) : together(comm, count, type),
           OUT, IN, COMM)
COLLECTIVE(Allgatherv, Iallgatherv,
           out == MPI_IN_PLACE ? own_block(comm, in_counts, in_type) : together(comm, count, type),
           OUT, INS, COMM)
COLLECTIVE(Alltoall, Ialltoall,
           out == MPI_IN_PLACE ? to_each(comm, in_count, in_type) : to_each(comm, count, type), OUT,
           IN, COMM)
COLLECTIVE(Alltoallv, Ialltoallv,
           out == MPI_IN_PLACE ? blocks(comm, in_counts, in_type) : blocks(comm, counts, type),
           OUTS, INS, COMM)
COLLECTIVE(Alltoallw, Ialltoallw,
           out == MPI_IN_PLACE ? blocks(comm, in_counts, in_types) : blocks(comm, counts, types),
           (void const*, out), (int const*, counts), (int const*, starts),
           (MPI_Datatype const*, types), (void*, in), (int const*, in_counts),
           (int const*, in_starts), (MPI_Datatype const*, in_types), COMM)

#define NUMBERS                                                                                    \
  (void const*, out), (void*, in), (int, count), (MPI_Datatype, type), (MPI_Op, operation)
#define NUMBERS_IN_BLOCKS                                                                          \
  (void const*, out), (void*, in), (int const*, counts), (MPI_Datatype, type), (MPI_Op, operation)
COLLECTIVE(Reduce, Ireduce, together(comm, count, type), NUMBERS, ROOT, COMM)
COLLECTIVE(Allreduce, Iallreduce, together(comm, count, type), NUMBERS, COMM)
COLLECTIVE(Scan, Iscan, together(comm, count, type), NUMBERS, COMM)
COLLECTIVE(Exscan, Iexscan, together(comm, count, type), NUMBERS, COMM)
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, to_each(comm, count, type), NUMBERS, COMM)
COLLECTIVE(Reduce_scatter, Ireduce_scatter, own_blocks(comm, counts, type), NUMBERS_IN_BLOCKS, COMM)

COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, to_neighbours(comm, count, type), OUT, IN, COMM)
COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, to_neighbours(comm, count, type), OUT, INS,
           COMM)
COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, to_neighbours(comm, count, type), OUT, IN, COMM)
COLLECTIVE(Neighbor_alltoallv, Ineighbor_alltoallv, to_neighbours(comm, counts, type), OUTS, INS,
           COMM)
COLLECTIVE(Neighbor_alltoallw, Ineighbor_alltoallw, to_neighbours(comm, counts, types),
           (void const*, out), (int const*, counts), (MPI_Aint const*, starts),
           (MPI_Datatype const*, types), (void*, in), (int const*, in_counts),
           (MPI_Aint const*, in_starts), (MPI_Datatype const*, in_types), COMM)
