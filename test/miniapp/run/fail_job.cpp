// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/halo_exchange.hpp"
#include "comms/ranks/job.hpp"
#include "core/base/error.hpp"

#include <string>

/// \file
/// A job whose ranks fail while they share memory. A test starts the job and reads its messages.
/// With `fail_job alike` all ranks fail. With `fail_job alone` only the last rank fails, while the
/// others wait for it.

namespace {

using namespace kitt;

void fail(comms::Communicator const& world, bool alike) {
  auto const next = (world.rank() + 1) % world.size();
  auto const last = (world.rank() + world.size() - 1) % world.size();
  comms::HaloExchange const halo(world, {{.leg = 0, .to = next, .from = last, .bytes = 4096}},
                                 comms::Transport::shm, comms::HugePages::none);
  if (alike)
    throw UserError("all ranks fail (the test says so): nothing to do");
  if (world.rank() == world.size() - 1)
    throw UserError("one rank fails (the test says so): nothing to do");
  world.barrier();
}

} // namespace

int main(int argc, char** argv) {
  return comms::run_main(argc, argv, [&](comms::Communicator const& world) {
    fail(world, argc > 1 && std::string(argv[1]) == "alike");
    return 0;
  });
}
