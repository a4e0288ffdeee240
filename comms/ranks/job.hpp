// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "core/base/failure.hpp"

#include <functional>
#include <string>

namespace kitt::comms {

/// All ranks of a program, from MPI's start to its end.
class Job {
public:
  Job(int& argc, char**& argv, MpiThreads threads);

  MpiEnvironment const& mpi() const { return mpi_; }
  Communicator const& world() const { return world_; }

  /// Collective: does `work` on every rank and returns its exit status. Where it throws on all
  /// ranks, that is reported once, and the status is the failure's. A rank that fails alone cannot
  /// be waited for by the others: it says who it is and ends the job.
  int run(std::function<int()> const& work) const;

private:
  int end_together(Failure const& failure) const;
  std::string name(int rank) const;

  MpiEnvironment mpi_;
  Communicator world_;
  Communicator reserve_; ///< where ranks that failed meet, whatever was under way elsewhere
};

/// Runs the body of a main() on all ranks of an MPI that lives as long: returns its status, or what
/// Job::run() returns for what it throws. `body` starts Kokkos. Collective.
int run_main(int argc, char** argv, std::function<int(Communicator const& world)> const& body);

} // namespace kitt::comms
