// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_observables.hpp"
#include "core/fields/gauge_start.hpp"
#include "core/gauge_action/molecular_dynamics.hpp"
#include "core/gauge_action/plaquette_action.hpp"
#include "test/core/gauge_action/links_setup.hpp"

#include <cmath>

using namespace kitt;
using namespace kitt::test;

namespace {

Extents const extents{4, 2, 6, 8};
constexpr double beta = 5.5;

PaddedLattice lattice() {
  return PaddedLattice(LocalVolume::whole(extents));
}

double action(GaugeField const& field) {
  return beta * 6 * static_cast<double>(volume(field.extents)) * (1 - plaquette(field).all);
}

} // namespace

TEST_CASE("links keep every bit on the way to the padded layout and back") {
  auto const field = hot_gauge(extents, 4);
  CHECK(plain_links(padded_links(field)).links == field.links);
}

TEST_CASE("plaquettes agree with the plaquettes of the plain field") {
  auto const field = hot_gauge(extents, 4);
  auto const links = padded_links(field);
  auto const count = 6 * static_cast<double>(volume(extents));
  ExecutionSpace const exec;
  CHECK(std::abs(sum_of_plaquettes(exec, links) / count - plaquette(field).all) < 1e-14);
  CHECK(std::abs(sum_of_plaquettes_behind(exec, links) / count / 2 - plaquette(field).all) < 1e-14);
}

// Changes one link of the plain field at a time, so neither ghosts nor lanes nor staples are part
// of the expected values.
TEST_CASE("the force is the numerical derivative of the action by each link") {
  auto field = hot_gauge(extents, 9);
  auto const links = padded_links(field);
  AlgebraField const force(lattice());
  add_plaquette_force(ExecutionSpace(), links, beta, 0.5, force);
  add_plaquette_force(ExecutionSpace(), links, beta, 0.5, force);
  ExecutionSpace().fence("test: force complete");
  auto const found = host_copy(force.view());
  for (int n = 0; n < lattice().sites(); n += 5)
    for (int lane = 0; lane < gauge_lanes; lane += 3)
      for (int mu = 0; mu < 4; ++mu) {
        int const a = (n + lane + mu) % 8;
        auto const derivative = derivative_by_link(field.at(lattice().local_site(n, lane), mu), a,
                                                   [&] { return action(field); });
        CHECK(std::abs(derivative - found(n, mu, a, lane)) < 1e-8);
      }
}

TEST_CASE("momenta are Gaussian, and do not depend on the part of the lattice that a rank has") {
  AlgebraField const whole(lattice());
  constexpr std::uint64_t stream = 12;
  ExecutionSpace const exec;
  set_gaussian(exec, whole, stream);
  auto const numbers = 32 * static_cast<double>(volume(extents));
  // the variance of chi^2 with n degrees of freedom is 2 n
  CHECK(std::abs(2 * kinetic_energy(exec, whole) - numbers) < 5 * std::sqrt(2 * numbers));
  AlgebraField const other(lattice());
  set_gaussian(exec, other, stream + 1);
  CHECK(std::abs(inner_product(exec, whole, other)) < 5 * std::sqrt(numbers));
  PaddedLattice const half(LocalVolume({4, 2, 6, 4}, extents, {0, 0, 0, 4}));
  AlgebraField const part(half);
  set_gaussian(exec, part, stream);
  exec.fence("test: momenta complete");
  auto const a = host_copy(whole.view());
  auto const b = host_copy(part.view());
  std::vector<double> by_site(volume(extents));
  for (int n = 0; n < lattice().sites(); ++n)
    for (int lane = 0; lane < gauge_lanes; ++lane)
      by_site[lattice().global_site(n, lane)] = a(n, 3, 5, lane);
  for (int n = 0; n < half.sites(); ++n)
    for (int lane = 0; lane < gauge_lanes; ++lane)
      CHECK(by_site[half.global_site(n, lane)] == b(n, 3, 5, lane));
}

TEST_CASE("links that move forth and back return") {
  auto const field = hot_gauge(extents, 4);
  auto const start = padded_links(field);
  auto const links = padded_links(field);
  AlgebraField const momenta(lattice());
  ExecutionSpace const exec;
  set_gaussian(exec, momenta, 3);
  move_links(exec, momenta, 0.3, links, links);
  CHECK(largest_difference(exec, links, start) > 0.1);
  scale(exec, momenta, -1);
  move_links(exec, momenta, 0.3, links, links);
  CHECK(largest_difference(exec, links, start) < 1e-14);
  restore_group(exec, links);
  CHECK(largest_difference(exec, links, start) < 1e-14);
  CHECK(unitarity_error(plain_links(links)).unitarity < 2e-15);
}
