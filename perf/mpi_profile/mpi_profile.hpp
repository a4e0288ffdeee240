// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/mpi_profile/profile.hpp"

#include <memory>
#include <optional>

namespace kitt::mpi_profile {

/// Whether ranks wait for each other before each exchange of faces, so that waiting is told apart
/// from moving.
enum class Barriers { no, yes };

/// Records what KITT communicates, by MPI and through shared memory, as long as it lives. One at a
/// time. Routines are recorded in programs that link kitt::mpi_profile.
class MpiProfile {
public:
  /// Collective over `world`.
  explicit MpiProfile(comms::Communicator const& world, Barriers barriers = Barriers::no);
  ~MpiProfile();
  MpiProfile(MpiProfile const&) = delete;
  MpiProfile& operator=(MpiProfile const&) = delete;

  /// Collective, while no other thread communicates: of everything so far, on rank 0. Not itself in
  /// the profile.
  std::optional<Profile> collect() const;

private:
  class Observer;
  std::unique_ptr<Observer> observer_;
  Barriers barriers_;
};

} // namespace kitt::mpi_profile
