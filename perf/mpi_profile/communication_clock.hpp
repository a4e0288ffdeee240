// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/mpi_profile/run_time.hpp"

#include <memory>
#include <optional>

namespace kitt::mpi_profile {

/// Measures as long as it lives what communication takes of the time of the thread that made it, as
/// a profile does, and nothing else: cheap enough for every run. Not beside an MpiProfile. Calls of
/// MPI are seen in programs that link kitt::mpi_profile.
class CommunicationClock {
public:
  CommunicationClock();
  ~CommunicationClock();
  CommunicationClock(CommunicationClock const&) = delete;
  CommunicationClock& operator=(CommunicationClock const&) = delete;

  /// Of the run so far, the mean of all ranks; none where nothing is seen: on a simulated machine,
  /// or without MPI. Collective.
  std::optional<RunTime> collect(comms::Communicator const& world) const;

private:
  class Observer;
  std::unique_ptr<Observer> observer_;
};

} // namespace kitt::mpi_profile
