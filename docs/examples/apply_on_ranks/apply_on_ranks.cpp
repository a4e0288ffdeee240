// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include <kitt/fields.hpp>
#include <kitt/ranks.hpp>
#include <kitt/reference.hpp>

#include <cmath>
#include <cstdio>

/// \file
/// Applies the Wilson operator to a lattice that all ranks of the job share, and checks every site
/// against the naive operator, which computes on the whole lattice.

namespace comms = kitt::comms;

int apply_on_ranks(comms::Communicator const& world, int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);

  // M psi on a hot gauge field; each rank makes its part of the field
  kitt::Extents const whole{8, 8, 8, 8};
  auto const lattice = comms::share_lattice(world, whole);
  auto const gauge = kitt::hot_gauge(lattice.volume, 1);
  auto const hopping = comms::make_hopping<double>(world, lattice, gauge);
  kitt::WilsonOperator const wilson(hopping, 0.1);
  auto const psi = kitt::make_spinors<double>(hopping.lattice());
  auto const m_psi = kitt::make_spinors<double>(hopping.lattice());
  kitt::RandomSource const source{2, whole};
  kitt::fill(psi, [&](auto const& x, int s, int spin, int colour) {
    return source(lattice.volume.to_global(x), s, spin, colour);
  });
  kitt::ExecutionSpace const exec;
  wilson(exec, psi, m_psi);
  exec.fence("M psi is complete");

  // the naive operator computes M psi on the whole lattice, directly from the formula
  kitt::reference::Field<double> in(whole, 1);
  kitt::reference::for_each_site(in, [&](auto const& x, int s) {
    kitt::reference::SiteSpinor site;
    for (int c = 0; c < 12; ++c) {
      auto const value = source(x, s, c / 3, c % 3);
      site[c / 3][c % 3] = {value.re, value.im};
    }
    return site;
  });
  auto const all_links = kitt::hot_gauge(whole, 1);
  auto const naive = kitt::reference::apply_wilson(kitt::PeriodicLinks{all_links}, in, 0.1);

  // largest difference of the two results; the sites are visited in parallel
  kitt::reference::Field<double> difference(lattice.volume.extents, 1);
  for (auto const parity : {kitt::Parity::even, kitt::Parity::odd})
    kitt::for_each_element(m_psi[static_cast<std::size_t>(parity)], parity,
                           [&](auto const& x, int s, int spin, int colour, double re, double im) {
                             auto const i = 3 * spin + colour;
                             difference.at(x, s)[i] = naive.at(lattice.volume.to_global(x), s)[i] -
                                                      std::complex<double>(re, im);
                           });
  double apart2 = 0;
  double naive2 = 0;
  for (auto const& value : difference.values)
    apart2 += std::norm(value);
  for (auto const& value : naive.values)
    naive2 += std::norm(value);
  auto const error = std::sqrt(world.sum(apart2) / naive2);
  if (world.rank() == 0)
    std::printf("relative difference from the naive operator on %d ranks: %g\n", world.size(),
                error);
  return error < 1e-13 ? 0 : 1;
}

/// Starts MPI. Reports an error in one line and by the exit status, on any number of ranks.
int main(int argc, char** argv) {
  return comms::run_main(argc, argv,
                         [&](auto const& world) { return apply_on_ranks(world, argc, argv); });
}
