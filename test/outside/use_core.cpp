// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include <kitt/errors.hpp>
#include <kitt/fields.hpp>
#include <kitt/gauge_file.hpp>
#include <kitt/operators.hpp>
#include <kitt/reference.hpp>
#include <kitt/solvers.hpp>

#include <complex>
#include <cstdio>
#include <filesystem>
#include <string>

/// \file
/// Uses kitt::core from a program outside of KITT.

namespace {

kitt::Extents const extents{4, 4, 8, 8};
int wrong = 0;

void check(bool right, std::string const& what) {
  std::printf("%-5s %s\n", right ? "right" : "WRONG", what.c_str());
  wrong += right ? 0 : 1;
}

/// Returns |a - b|^2 / |b|^2 of plain arrays.
template <class Numbers, class Others>
double apart(Numbers const& a, Others const& b) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::norm(a[i] - b[i]);
    size += std::norm(b[i]);
  }
  return difference / size;
}

void use_fields() {
  auto const lattice = kitt::make_lattice<double>(extents);
  auto const psi = kitt::make_spinors<double>(lattice);
  kitt::fill(psi, kitt::RandomSource{1, extents});
  auto const copy = kitt::make_spinors<double>(lattice);
  kitt::from_plain(kitt::to_plain(psi), copy);
  kitt::ExecutionSpace const exec;
  check(kitt::norm2(exec, psi[0].view()) == kitt::norm2(exec, copy[0].view()), "plain order");
  kitt::axpy(exec, -1.0, psi[1].view(), copy[1].view());
  check(kitt::norm2(exec, copy[1].view()) == 0, "linear combination");
  auto const spinor = kitt::get_spinor(psi, {1, 2, 3, 4}, 0);
  kitt::set_spinor(copy, {1, 2, 3, 4}, 0, spinor);
  check(kitt::get_spinor(copy, {1, 2, 3, 4}, 0) == spinor, "one spinor");
  check(kitt::plaquette(kitt::unit_gauge(extents)).all == 1, "plaquette of unit links");
}

void use_gauge_file() {
  auto const folder = std::filesystem::temp_directory_path();
  auto const gauge = kitt::hot_gauge(extents, 2);
  auto const path = folder / "kitt-outside.ildg";
  kitt::write_ildg(path, gauge, {.overwrite = kitt::Overwrite::yes});
  check(kitt::read_gauge_file(path).field.links == gauge.links, "ILDG");
  kitt::write_nersc(path, gauge, {.overwrite = kitt::Overwrite::yes});
  check(kitt::read_gauge_file(path).field.links == gauge.links, "NERSC");
  std::filesystem::remove(path);
}

void use_operators() {
  auto const lattice = kitt::make_lattice<double>(extents);
  auto const gauge = kitt::hot_gauge(extents, 3);
  kitt::ExecutionSpace const exec;

  kitt::reference::Field<double> plain(extents, 1);
  auto const psi = kitt::make_spinors<double>(lattice);
  auto const m_psi = kitt::make_spinors<double>(lattice);
  kitt::fill(psi, kitt::RandomSource{4, extents});
  plain.values = kitt::to_plain(psi);
  kitt::WilsonOperator const wilson(kitt::make_hopping<double>(lattice, gauge), 0.1);
  wilson(exec, psi, m_psi);
  exec.fence("Wilson");
  auto const naive = kitt::reference::apply_wilson(kitt::PeriodicLinks{gauge}, plain, 0.1);
  check(apart(kitt::to_plain(m_psi), naive.values) < 1e-26, "Wilson operator");

  constexpr int ls = 8;
  auto const wall = kitt::make_spinors<double>(lattice, ls);
  auto const d_wall = kitt::make_spinors<double>(lattice, ls);
  kitt::fill(wall, kitt::RandomSource{5, extents});
  kitt::reference::Field<double> plain_wall(extents, ls);
  plain_wall.values = kitt::to_plain(wall);
  auto const antiperiodic = kitt::TimeBoundary::antiperiodic;
  kitt::DomainWallOperator const domain_wall(
      kitt::make_hopping<double>(lattice, gauge, antiperiodic, ls), {1.8, 0.1});
  domain_wall(exec, wall, d_wall);
  exec.fence("domain wall");
  auto const naive_wall = kitt::reference::apply_domain_wall(
      kitt::PeriodicLinks{gauge, antiperiodic}, plain_wall, 1.8, 0.1);
  check(apart(kitt::to_plain(d_wall), naive_wall.values) < 1e-26, "domain-wall operator");

  auto const links = kitt::with_staggered_phases(gauge, antiperiodic);
  auto const chi = kitt::make_colour_vectors<double>(lattice);
  auto const d_chi = kitt::make_colour_vectors<double>(lattice);
  kitt::fill(chi, kitt::RandomSource{6, extents});
  kitt::StaggeredOperator const staggered(kitt::make_staggered<double>(lattice, links), 0.0);
  staggered(exec, chi, d_chi);
  exec.fence("staggered");
  kitt::reference::ColourField<double> plain_chi(extents, 1);
  plain_chi.values = kitt::to_plain(chi);
  auto const naive_chi = kitt::reference::apply_staggered(kitt::PeriodicLinks{links}, plain_chi);
  check(apart(kitt::to_plain(d_chi), naive_chi.values) < 1e-26, "staggered operator");
}

void use_solvers() {
  auto const lattice = kitt::make_lattice<double>(extents);
  kitt::WilsonOperator const wilson(
      kitt::make_hopping<double>(lattice, kitt::weak_gauge(extents, 7)), 0.1);
  using Field = kitt::SpinorField<double, kitt::native_lanes<double>>;
  auto const b = kitt::make_spinors<double>(lattice);
  auto const x = kitt::make_spinors<double>(lattice);
  auto const m_x = kitt::make_spinors<double>(lattice);
  kitt::fill(b, kitt::RandomSource{8, extents});
  kitt::ExecutionSpace const exec;
  kitt::SchurSolver<decltype(wilson), Field> solve(wilson, 1);
  kitt::SolverResult const result = solve(exec, b, x, {1e-8, 1000});
  wilson(exec, x, m_x);
  exec.fence("M x");
  check(result.converged && apart(kitt::to_plain(m_x), kitt::to_plain(b)) < 1e-15,
        "conjugate gradient");
}

int use_core(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  use_fields();
  use_gauge_file();
  use_operators();
  use_solvers();
  bool refused = false;
  try {
    kitt::make_lattice<double>({3, 4, 4, 4});
  } catch (kitt::UserError const&) {
    refused = true;
  }
  check(refused, "an error of the user");
  return wrong == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  return kitt::run_main([&] { return use_core(argc, argv); });
}
