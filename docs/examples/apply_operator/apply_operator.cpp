// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include <kitt/errors.hpp>
#include <kitt/fields.hpp>
#include <kitt/operators.hpp>
#include <kitt/reference.hpp>

#include <cmath>
#include <cstdio>

/// \file
/// Applies the Wilson operator to a random field, and checks every site against the naive operator.

int apply_operator(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);

  // M psi on a hot gauge field; read_gauge_file("FILE").field would be a field from a file
  kitt::Extents const extents{8, 8, 8, 8};
  auto const gauge = kitt::hot_gauge(extents, 1);
  auto const lattice = kitt::make_lattice<double>(extents);
  kitt::WilsonOperator const wilson(kitt::make_hopping<double>(lattice, gauge), 0.1);
  auto const psi = kitt::make_spinors<double>(lattice);
  auto const m_psi = kitt::make_spinors<double>(lattice);
  kitt::RandomSource const source{2, extents};
  kitt::fill(psi, source);
  kitt::ExecutionSpace const exec;
  wilson(exec, psi, m_psi);
  exec.fence("M psi is complete");

  // the naive operator computes M psi directly from the formula
  kitt::reference::Field<double> in(extents, 1);
  kitt::reference::for_each_site(in, [&](auto const& x, int s) {
    kitt::reference::SiteSpinor site;
    for (int c = 0; c < 12; ++c) {
      auto const value = source(x, s, c / 3, c % 3);
      site[c / 3][c % 3] = {value.re, value.im};
    }
    return site;
  });
  auto const naive = kitt::reference::apply_wilson(kitt::PeriodicLinks{gauge}, in, 0.1);

  // largest difference of the two results; the sites are visited in parallel
  kitt::reference::Field<double> difference(extents, 1);
  for (auto const parity : {kitt::Parity::even, kitt::Parity::odd})
    kitt::for_each_element(m_psi[static_cast<std::size_t>(parity)], parity,
                           [&](auto const& x, int s, int spin, int colour, double re, double im) {
                             auto const i = 3 * spin + colour;
                             difference.at(x, s)[i] =
                                 naive.at(x, s)[i] - std::complex<double>(re, im);
                           });
  double apart2 = 0;
  double naive2 = 0;
  for (auto const& value : difference.values)
    apart2 += std::norm(value);
  for (auto const& value : naive.values)
    naive2 += std::norm(value);
  auto const error = std::sqrt(apart2 / naive2);
  std::printf("relative difference from the naive operator: %g\n", error);
  return error < 1e-13 ? 0 : 1;
}

/// Reports an error in one line and by the exit status.
int main(int argc, char** argv) {
  return kitt::run_main([&] { return apply_operator(argc, argv); });
}
