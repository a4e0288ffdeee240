// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/mpi_profile/run_time.hpp"

#include <memory>
#include <optional>

namespace kitt::mpi_profile {

/// Measures the communication time of one thread, the thread that created this object, during its
/// lifetime. The clock measures nothing else, so it is cheap enough for every run. Must not exist
/// at the same time as an MpiProfile. MPI calls are seen only in programs that link
/// kitt::mpi_profile.
class CommunicationClock {
public:
  CommunicationClock();
  ~CommunicationClock();
  CommunicationClock(CommunicationClock const&) = delete;
  CommunicationClock& operator=(CommunicationClock const&) = delete;

  /// Returns the times of the run so far, as means over ranks. Empty on a simulated machine or
  /// without MPI, where nothing is measured. Collective.
  std::optional<RunTime> collect(comms::Communicator const& world) const;

private:
  class Observer;
  std::unique_ptr<Observer> observer_;
};

} // namespace kitt::mpi_profile
