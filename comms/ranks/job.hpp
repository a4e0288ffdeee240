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

  /// Does `work` on every rank and returns its exit status. If it throws on all ranks, the failure
  /// is reported once, and its status is returned. A rank that fails alone says which rank it is
  /// and ends the job, because the other ranks cannot wait for it. Collective.
  int run(std::function<int()> const& work) const;

private:
  int end_together(Failure const& failure) const;
  std::string name(int rank) const;

  MpiEnvironment mpi_;
  Communicator world_;
  Communicator reserve_; ///< failed ranks meet here, whatever was under way in `world_`
};

/// Starts MPI, runs the body of a main() on all ranks, and ends MPI. Returns the status of `body`.
/// If `body` throws, returns the status of Job::run(). `body` starts Kokkos. Collective.
int run_main(int argc, char** argv, std::function<int(Communicator const& world)> const& body);

} // namespace kitt::comms
