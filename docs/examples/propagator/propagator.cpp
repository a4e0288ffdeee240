// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include <kitt/fields.hpp>
#include <kitt/gauge_file.hpp>
#include <kitt/ranks.hpp>
#include <kitt/solvers.hpp>

#include <cstdio>
#include <vector>

/// \file
/// `propagator [FILE]` computes a Wilson quark's propagator from the origin, and prints the pion
/// correlator. The gauge field comes from the file, or is weak. Any number of ranks may run it.

namespace comms = kitt::comms;

int print_correlator(comms::Communicator const& world, int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);

  // rank 0 reads the links and distributes them to the ranks
  kitt::GaugeField links;
  comms::on_all_ranks(world, [&] {
    if (world.rank() == 0)
      links = argc > 1 ? kitt::read_gauge_file(argv[1]).field
                       : kitt::weak_gauge(kitt::Extents{4, 4, 4, 8}, 1);
  });
  kitt::Extents whole = links.extents;
  for (auto& extent : whole)
    extent = static_cast<int>(world.max(extent));
  auto const lattice = comms::share_lattice(world, whole);
  auto const& volume = lattice.volume;
  auto const gauge = comms::scatter_gauge_field(world, lattice.grid, volume.extents, links);

  // solves M x = b for each spin and colour of a source b at the origin
  using Field = kitt::SpinorField<double, kitt::native_lanes<double>>;
  auto const hopping = comms::make_hopping<double>(world, lattice, gauge,
                                                   {.boundary = kitt::TimeBoundary::antiperiodic});
  kitt::WilsonOperator wilson(hopping, 0.1);
  kitt::SchurSolver<decltype(wilson), Field> solve(wilson, 1,
                                                   [&](double own) { return world.sum(own); });
  auto const b = kitt::make_spinors<double>(hopping.lattice());
  auto const x = kitt::make_spinors<double>(hopping.lattice());
  std::vector<double> pion(static_cast<std::size_t>(whole[3]));
  bool converged = true;
  for (int source = 0; source < 12; ++source) {
    kitt::fill(b, [&](auto const& site, int, int spin, int colour) {
      bool const here = volume.to_global(site) == kitt::Coordinate{} && 3 * spin + colour == source;
      return kitt::Complex<double>{here ? 1.0 : 0.0, 0.0};
    });
    converged = solve(kitt::ExecutionSpace(), b, x, {1e-10, 10000}).converged && converged;
    auto const propagator = kitt::to_plain(x);
    for (std::size_t i = 0; i < propagator.size(); ++i) {
      auto const site = volume.to_global(kitt::coordinate_of(i / 12, volume.extents));
      pion[static_cast<std::size_t>(site[3])] += std::norm(propagator[i]);
    }
  }

  for (std::size_t t = 0; t < pion.size(); ++t) {
    auto const correlator = world.sum(pion[t]);
    if (world.rank() == 0)
      std::printf("%zu %.12g\n", t, correlator);
  }
  return converged ? 0 : 1;
}

/// Starts MPI. Reports an error in one line and by the exit status, on any number of ranks.
int main(int argc, char** argv) {
  return comms::run_main(argc, argv,
                         [&](auto const& world) { return print_correlator(world, argc, argv); });
}
