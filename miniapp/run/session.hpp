// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/run.hpp"
#include "perf/mpi_profile/communication_clock.hpp"
#include "perf/mpi_profile/mpi_profile.hpp"

#include <memory>

namespace kitt::miniapp {

/// A run of one benchmark from its start to its end. main() builds one on every rank after parsing
/// the command line. The parts of a run start in the order of the members, and end in the reverse
/// order.
class Session {
public:
  /// Starts the run and prints the header. Requires that `job` and `benchmark` outlive this object.
  /// Throws UserError on all ranks if RunContext or Output does. Collective.
  Session(comms::Job const& job, BenchmarkRun& benchmark);

  /// Runs the benchmark and finishes the run. Returns the exit status of the program. Throws
  /// UserError on all ranks if all cells were skipped, because a run that measured nothing is no
  /// success. Collective.
  int run();

private:
  void finish();
  void report_time();
  void report_memory();
  void check_that_something_was_measured();

  BenchmarkRun& benchmark_;
  /// profile of MPI if --profile was given; it starts first, so that it sees everything that
  /// follows
  std::unique_ptr<mpi_profile::MpiProfile> profile_;
  /// clock for the time spent in MPI, if there is no profile
  std::unique_ptr<mpi_profile::CommunicationClock> communication_clock_;
  perf::EnergyMeter energy_;
  RunContext context_;
  comms::PagesObtained pages_; ///< pages of a first block; found before the record is opened,
                               ///< because the reserve of huge pages may be too small
  Output output_;
  Meter meter_;
};

} // namespace kitt::miniapp
