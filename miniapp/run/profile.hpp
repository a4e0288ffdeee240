// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/mpi_profile/mpi_profile.hpp"

#include <optional>

namespace kitt::miniapp {

class Session;
struct RunOptions;

/// What watches a run's communication, if that was asked for: built before the session, so that
/// nothing of it is missed.
class RunProfile {
public:
  /// Collective.
  RunProfile(comms::Communicator const& world, RunOptions const& options);

  /// Prints it and keeps it in the record, before the session is finished. Collective.
  void finish(Session& session) const;

private:
  std::optional<mpi_profile::MpiProfile> profile_;
};

} // namespace kitt::miniapp
