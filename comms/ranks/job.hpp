// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "core/base/failure.hpp"

#include <functional>
#include <string>

namespace kitt::comms {

/// All ranks of a program, from the start to the end of MPI.
class Job {
public:
  Job(int& argc, char**& argv, MpiThreads threads);

  MpiEnvironment const& mpi() const { return mpi_; }
  Communicator const& world() const { return world_; }

  /// Calls `work` on every rank and returns its exit status. If all ranks throw, the failure is
  /// reported once and its status is returned. If only some ranks throw, each of them reports its
  /// rank and ends the job, because the other ranks would wait forever. Collective.
  int run(std::function<int()> const& work) const;

private:
  int end_together(Failure const& failure) const;
  std::string name(int rank) const;

  MpiEnvironment mpi_;
  Communicator world_;
  /// communicator where failed ranks meet, even if calls on `world_` are unfinished
  Communicator reserve_;
};

/// Starts MPI, runs the body of a main() on all ranks, and ends MPI. `body` must start Kokkos
/// itself. Returns the status of `body`, or the status of Job::run() if `body` throws. Collective.
int run_main(int argc, char** argv, std::function<int(Communicator const& world)> const& body);

} // namespace kitt::comms
