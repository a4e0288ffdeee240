// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "miniapp/run/failure.hpp"

#include <functional>
#include <string>

namespace kitt::miniapp {

/// All ranks of this run, from MPI's start to its end.
class Job {
public:
  Job(int& argc, char**& argv, comms::MpiThreads threads);

  comms::MpiEnvironment const& mpi() const { return mpi_; }
  comms::Communicator const& world() const { return world_; }

  /// Collective: does `work` on every rank and returns its exit status. Where it throws on all
  /// ranks, that is reported once, and the status is the failure's. A rank that fails alone cannot
  /// be waited for by the others: it says who it is and ends the job.
  int run(std::function<int()> const& work) const;

private:
  int end_together(Failure const& failure) const;
  std::string name(int rank) const;

  /// Notes what this process has before MPI takes its own.
  struct MemoryBeforeMpi {
    MemoryBeforeMpi();
  };

  MemoryBeforeMpi memory_before_mpi_;
  comms::MpiEnvironment mpi_;
  comms::Communicator world_;
  comms::Communicator reserve_; ///< where ranks that failed meet, whatever was under way elsewhere
};

} // namespace kitt::miniapp
