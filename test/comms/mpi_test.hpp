// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"

namespace kitt::test {

/// Returns the communicator of all ranks in this test. The first call starts MPI, which is possible
/// only once per process.
inline comms::Communicator const& test_world() {
  struct Job {
    int argc = 0;
    char** argv = nullptr;
    comms::MpiEnvironment environment{argc, argv};
    comms::Communicator world;
  };
  static Job const job;
  return job.world;
}

} // namespace kitt::test
