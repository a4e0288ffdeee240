// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

namespace kitt::mpi_profile {

/// Total and communication time of a run: seconds of the ranks' main threads, means over ranks. A
/// rank that does not communicate computes.
struct RunTime {
  double total_seconds = 0;
  double communication_seconds = 0;

  double compute_seconds() const { return total_seconds - communication_seconds; }
  double communication_share() const {
    return total_seconds > 0 ? communication_seconds / total_seconds : 0;
  }
};
constexpr auto fields_of(RunTime const*) {
  return kitt::fields(
      figure("total_seconds", &RunTime::total_seconds, "s", "total time of the run"),
      derived("compute_seconds", [](RunTime const& run) { return run.compute_seconds(); },
              {.text = "total minus communication time", .unit = "s", .least = 0}),
      figure("communication_seconds", &RunTime::communication_seconds, "s",
             "time in calls of MPI, in exchanges of faces, and in samples of messages"),
      derived("communication_share", [](RunTime const& run) { return run.communication_share(); },
              {.text = "communication as a fraction of the total", .least = 0, .most = 1}));
}

} // namespace kitt::mpi_profile
