// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_action/molecular_dynamics.hpp"

#include "core/backend/larger_error.hpp"
#include "core/gauge_action/gaussian.hpp"

namespace kitt {

namespace {

/// Calls work(n-th inner site, mu) for all links of a rank.
template <class Work>
void for_each_link(char const* label, ExecutionSpace const& exec, PaddedLattice const& lattice,
                   Work const& work) {
  Kokkos::parallel_for(
      label, SitePolicy(exec, 0, lattice.sites()), KOKKOS_LAMBDA(int n) {
        for (int mu = 0; mu < 4; ++mu)
          work(n, mu);
      });
}

} // namespace

void set_gaussian(ExecutionSpace const& exec, AlgebraField const& momenta, std::uint64_t stream) {
  auto const lattice = momenta.lattice();
  auto const view = momenta.view();
  for_each_link(
      "kitt::core::set_gaussian", exec, lattice, KOKKOS_LAMBDA(int n, int mu) {
        for (int lane = 0; lane < gauge_lanes; ++lane) {
          auto const first = 8 * (4 * lattice.global_site(n, lane) + static_cast<std::size_t>(mu));
          for (int a = 0; a < 8; a += 2) {
            auto const pair = gaussian_pair(stream, first + static_cast<std::size_t>(a));
            view(n, mu, a, lane) = pair.re;
            view(n, mu, a + 1, lane) = pair.im;
          }
        }
      });
}

double inner_product(ExecutionSpace const& exec, AlgebraField const& a, AlgebraField const& b) {
  auto const view_a = a.view();
  auto const view_b = b.view();
  double total = 0;
  Kokkos::parallel_reduce(
      "kitt::core::inner_product_of_momenta", SitePolicy(exec, 0, a.lattice().sites()),
      KOKKOS_LAMBDA(int n, double& sum) {
        GaugePack packs(0.0);
        for (int mu = 0; mu < 4; ++mu) {
          auto const x = load_algebra(view_a, n, mu);
          auto const y = load_algebra(view_b, n, mu);
          for (int i = 0; i < 8; ++i)
            packs = multiply_add(x.x[i], y.x[i], packs);
        }
        sum += sum_of_lanes(packs);
      },
      total);
  return total;
}

double kinetic_energy(ExecutionSpace const& exec, AlgebraField const& momenta) {
  return inner_product(exec, momenta, momenta) / 2;
}

void scale(ExecutionSpace const& exec, AlgebraField const& field, double factor) {
  auto const view = field.view();
  for_each_link(
      "kitt::core::scale_momenta", exec, field.lattice(), KOKKOS_LAMBDA(int n, int mu) {
        auto a = load_algebra(view, n, mu);
        for (int i = 0; i < 8; ++i)
          a.x[i] = a.x[i] * GaugePack(factor);
        store_algebra(a, view, n, mu);
      });
}

void move_links(ExecutionSpace const& exec, AlgebraField const& a, double step,
                PaddedLinks const& from, PaddedLinks const& to) {
  auto const lattice = from.lattice();
  auto const momenta = a.view();
  auto const in = from.view();
  auto const out = to.view();
  for_each_link(
      "kitt::core::move_links", exec, lattice, KOKKOS_LAMBDA(int n, int mu) {
        int const site = lattice.inner(n);
        auto const turn = exponential(load_algebra(momenta, n, mu), step);
        store_link(multiply(turn, load_link(in, site, mu)), out, site, mu);
      });
}

void restore_group(ExecutionSpace const& exec, PaddedLinks const& links) {
  auto const lattice = links.lattice();
  auto const view = links.view();
  for_each_link(
      "kitt::core::restore_group", exec, lattice, KOKKOS_LAMBDA(int n, int mu) {
        int const site = lattice.inner(n);
        store_link(restore_group(load_link(view, site, mu)), view, site, mu);
      });
}

double largest_difference(ExecutionSpace const& exec, PaddedLinks const& u, PaddedLinks const& v) {
  auto const lattice = u.lattice();
  auto const view_u = u.view();
  auto const view_v = v.view();
  double largest = 0;
  Kokkos::parallel_reduce(
      "kitt::core::largest_difference_of_links", SitePolicy(exec, 0, lattice.sites()),
      KOKKOS_LAMBDA(int n, double& most) {
        int const site = lattice.inner(n);
        for (int c = 0; c < 72; ++c)
          for (int lane = 0; lane < gauge_lanes; ++lane)
            most = larger_error(most, Kokkos::abs(view_u(site, c / 18, c / 2 % 9, c % 2, lane) -
                                                  view_v(site, c / 18, c / 2 % 9, c % 2, lane)));
      },
      Kokkos::Max<double>(largest));
  return largest;
}

} // namespace kitt
