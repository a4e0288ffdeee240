// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// A tool to preload, similar to IPM and mpiP. It counts calls of some routines and prints the
/// counts of rank 0.

#include "comms/ranks/mpi.hpp"

#include <atomic>
#include <cstdio>

namespace {
std::atomic<int> sends = 0;
std::atomic<int> reductions = 0;
} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int MPI_Send(void const* data, int count, MPI_Datatype type, int to, int tag,
                    MPI_Comm comm) {
  ++sends;
  return PMPI_Send(data, count, type, to, tag, comm);
}

EXPORT int MPI_Allreduce(void const* data, void* result, int count, MPI_Datatype type,
                         MPI_Op operation, MPI_Comm comm) {
  ++reductions;
  return PMPI_Allreduce(data, result, count, type, operation, comm);
}

EXPORT int MPI_Finalize() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("the tool saw %d sends, %d reductions\n", sends.load(), reductions.load());
  std::fflush(stdout);
  return PMPI_Finalize();
}
