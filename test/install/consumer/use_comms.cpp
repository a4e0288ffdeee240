// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/ranks/communicator.hpp"
#include "comms/ranks/process_grid.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  kitt::comms::MpiEnvironment const mpi(argc, argv);
  kitt::comms::Communicator const world;
  auto const grid =
      kitt::comms::choose_grid(world.places(), {{8, 8, 8, 8}}, kitt::comms::VolumeOf::rank, {});
  auto const sum = world.sum(world.rank() + 1.0);
  std::printf("rank %d of %d, a grid of %d\n", world.rank(), world.size(), grid.size());
  return sum == world.size() * (world.size() + 1) / 2.0 && grid.size() == world.size() ? 0 : 1;
}
