// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include <kitt/fields.hpp>
#include <kitt/node.hpp>
#include <kitt/ranks.hpp>

#include <cstdio>

/// \file
/// Uses kitt::comms from a program outside of KITT.

namespace comms = kitt::comms;

namespace {

int use_comms(comms::Communicator const& world, int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const binding = comms::bind_threads(comms::BindPolicy::none, {}, world);
  auto const topology = comms::discover_topology();

  auto const lattice = comms::share_lattice(world, {8, 8, 8, 8});
  auto const gauge = kitt::hot_gauge(lattice.volume, 1);
  auto const hopping = comms::make_hopping<double>(world, lattice, gauge);
  auto const psi = kitt::make_spinors<double>(hopping.lattice());
  auto const d_psi = kitt::make_spinors<double>(hopping.lattice());
  kitt::fill(psi, [&](auto const& x, int s, int spin, int colour) {
    return kitt::RandomSource{2, {8, 8, 8, 8}}(lattice.volume.to_global(x), s, spin, colour);
  });
  kitt::ExecutionSpace const exec;
  hopping(exec, psi, d_psi);
  exec.fence("D psi");
  auto const size = world.sum(kitt::norm2(exec, d_psi[0].view()));
  bool const right = size > 0 && comms::running_threads() > 0 && comms::available_memory() > 0 &&
                     binding.threads() > 0 && topology.cores > 0;
  if (world.rank() == 0)
    std::printf("%s: |D psi|^2 = %.12g on %d ranks\n", right ? "right" : "WRONG", size,
                world.size());
  return right ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  return comms::run_main(argc, argv,
                         [&](auto const& world) { return use_comms(world, argc, argv); });
}
