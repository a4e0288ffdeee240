// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/mpi_profile/profile.hpp"

#include <memory>
#include <optional>

namespace kitt::mpi_profile {

/// Choice whether ranks wait for each other before each exchange of faces, so that waiting and
/// moving data are measured separately.
enum class Barriers { no, yes };

/// Records KITT's communication, by MPI and through shared memory, during the lifetime of this
/// object. Only one object may exist at a time. MPI routines are recorded only in programs that
/// link kitt::mpi_profile.
class MpiProfile {
public:
  /// Starts recording. Collective over `world`.
  explicit MpiProfile(comms::Communicator const& world, Barriers barriers = Barriers::no);
  ~MpiProfile();
  MpiProfile(MpiProfile const&) = delete;
  MpiProfile& operator=(MpiProfile const&) = delete;

  /// Returns the profile of everything so far on rank 0, and nothing on other ranks. This call does
  /// not appear in the profile. No other thread may communicate meanwhile. Collective.
  std::optional<Profile> collect() const;

private:
  class Observer;
  std::unique_ptr<Observer> observer_;
  Barriers barriers_;
};

} // namespace kitt::mpi_profile
