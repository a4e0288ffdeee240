// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause

// Prints the seconds that messages between the first two ranks take one way: an empty message, and
// one with the number of bytes given as argument. Ends with status 3, so that a test can check that
// the status is passed on.

#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <vector>

static double seconds_one_way(int rank, std::vector<char>& message) {
  double seconds = 0;
  for (int call = 0; call < 2; ++call) { // in the first call, ranks arrive at different times
    double const begin = MPI_Wtime();
    for (int sender = 0; sender < 2; ++sender)
      if (rank == sender)
        MPI_Send(message.data(), static_cast<int>(message.size()), MPI_BYTE, 1 - rank, 0,
                 MPI_COMM_WORLD);
      else if (rank == 1 - sender)
        MPI_Recv(message.data(), static_cast<int>(message.size()), MPI_BYTE, 1 - rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    seconds = (MPI_Wtime() - begin) / 2;
  }
  return seconds;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<char> none;
  std::vector<char> large(static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 1));
  double const latency = seconds_one_way(rank, none);
  double const long_time = seconds_one_way(rank, large);
  if (rank == 0)
    std::printf("%s %s %.9g %.9g\n", std::getenv("KITT_SIMULATED_PLATFORM"),
                std::getenv("KITT_SIMULATED_COMPUTING"), latency, long_time);
  MPI_Finalize();
  return 3;
}
