// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

/// \file
/// A program with KITT's MPI profile. Rank 0 sends three messages, and all ranks make two
/// reductions.

#include "comms/ranks/mpi.hpp"
#include "perf/mpi_profile/recorder.hpp"

#include <cstdio>
#include <numeric>

namespace profile = kitt::mpi_profile;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  profile::start_recording(rank, size);
  int number = 0;
  for (int i = 0; i < 3; ++i)
    if (rank == 0)
      MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
      MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2; ++i)
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  profile::pause_recording();
  auto const calls = profile::recorded().calls;
  auto const count =
      std::accumulate(calls.begin(), calls.end(), 0ULL, [](auto sum, auto const& row) {
        return sum + static_cast<unsigned long long>(row.calls);
      });
  if (rank == 0)
    std::printf("the profile saw %llu calls\n", count);
  std::fflush(stdout);
  MPI_Finalize();
}
