// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/profile.hpp"

#include "miniapp/run/session.hpp"
#include "perf/mpi_profile/profile_text.hpp"

namespace kitt::miniapp {

using mpi_profile::Barriers;

RunProfile::RunProfile(comms::Communicator const& world, RunOptions const& options) {
  if (options.profile)
    profile_.emplace(world, options.profile_barriers ? Barriers::yes : Barriers::no);
}

void RunProfile::finish(Session& session) const {
  if (!profile_)
    return;
  if (auto const profile = profile_->collect()) {
    session.record().set_profile(*profile);
    session.print(mpi_profile::profile_text(*profile));
  }
}

} // namespace kitt::miniapp
