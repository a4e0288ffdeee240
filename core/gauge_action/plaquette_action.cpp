// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_action/plaquette_action.hpp"

namespace kitt {

namespace {

using View = PaddedLinks::view_type;
using Matrix = Su3Matrix<GaugePack>;

/// Sites with ghosts around a site, in the plane of mu and nu.
struct Plane {
  PaddedLattice const& lattice;
  int mu;
  int nu;

  KOKKOS_FORCEINLINE_FUNCTION int at(int site, int along_mu, int along_nu) const {
    return site + along_mu * lattice.stride(mu) + along_nu * lattice.stride(nu);
  }
};

/// Returns U_mu(x) U_nu(x + mu) from two links.
KOKKOS_FORCEINLINE_FUNCTION Matrix corner(View const& links, Plane const& plane, int site) {
  return multiply(load_link(links, site, plane.mu),
                  load_link(links, plane.at(site, 1, 0), plane.nu));
}

/// Returns the sum of Re tr of the plaquettes of the planes mu < nu, with corners at
/// `corner_of(plane)`.
template <class CornerOf>
KOKKOS_FORCEINLINE_FUNCTION GaugePack sum_of_planes(View const& links, PaddedLattice const& lattice,
                                                    CornerOf const& corner_of) {
  GaugePack sum(0.0);
  for (int nu = 1; nu < 4; ++nu)
    for (int mu = 0; mu < nu; ++mu) {
      int const site = corner_of(Plane{lattice, mu, nu});
      sum = sum + real_trace_with_adjoint(corner(links, {lattice, mu, nu}, site),
                                          corner(links, {lattice, nu, mu}, site));
    }
  return sum;
}

template <class SumAt>
double sum_over_sites(ExecutionSpace const& exec, PaddedLattice const& lattice,
                      SumAt const& sum_at) {
  double total = 0;
  Kokkos::parallel_reduce(
      "kitt::core::sum_of_plaquettes", SitePolicy(exec, 0, lattice.sites()),
      KOKKOS_LAMBDA(int n, double& sum) { sum += sum_of_lanes(sum_at(lattice.inner(n))); }, total);
  return total / 3;
}

/// Returns the sum of the six staples V of the link U_mu at a site: U_mu V has the trace of the six
/// plaquettes with this link.
KOKKOS_FORCEINLINE_FUNCTION Matrix sum_of_staples(View const& links, PaddedLattice const& lattice,
                                                  int site, int mu) {
  constexpr auto no = Adjoint::no;
  constexpr auto yes = Adjoint::yes;
  auto sum = zero_matrix<GaugePack>();
  for (int nu = 0; nu < 4; ++nu) {
    if (nu == mu)
      continue;
    Plane const plane{lattice, mu, nu};
    // U_nu(x + mu) U_mu(x + nu)^dagger U_nu(x)^dagger
    auto const top = multiply<no, yes>(load_link(links, plane.at(site, 1, 0), nu),
                                       load_link(links, plane.at(site, 0, 1), mu));
    sum = multiply_add<no, yes>(top, load_link(links, site, nu), sum);
    // U_nu(x + mu - nu)^dagger U_mu(x - nu)^dagger U_nu(x - nu)
    auto const bottom = multiply<yes, yes>(load_link(links, plane.at(site, 1, -1), nu),
                                           load_link(links, plane.at(site, 0, -1), mu));
    sum = multiply_add<no, no>(bottom, load_link(links, plane.at(site, 0, -1), nu), sum);
  }
  return sum;
}

} // namespace

double sum_of_plaquettes(ExecutionSpace const& exec, PaddedLinks const& links) {
  auto const lattice = links.lattice();
  auto const view = links.view();
  return sum_over_sites(
      exec, lattice, KOKKOS_LAMBDA(int site) {
        return sum_of_planes(view, lattice, [&](Plane const&) { return site; });
      });
}

double sum_of_plaquettes_behind(ExecutionSpace const& exec, PaddedLinks const& links) {
  auto const lattice = links.lattice();
  auto const view = links.view();
  return sum_over_sites(
      exec, lattice, KOKKOS_LAMBDA(int site) {
        auto const beside =
            sum_of_planes(view, lattice, [&](Plane const& plane) { return plane.at(site, 0, -1); });
        auto const behind = sum_of_planes(
            view, lattice, [&](Plane const& plane) { return plane.at(site, -1, -1); });
        return beside + behind;
      });
}

void add_plaquette_force(ExecutionSpace const& exec, PaddedLinks const& links, double beta,
                         double factor, AlgebraField const& sum) {
  auto const lattice = links.lattice();
  auto const view = links.view();
  auto const to = sum.view();
  double const scale = factor * beta / 6;
  Kokkos::parallel_for(
      "kitt::core::add_plaquette_force", SitePolicy(exec, 0, lattice.sites()),
      KOKKOS_LAMBDA(int n) {
        int const site = lattice.inner(n);
        for (int mu = 0; mu < 4; ++mu) {
          auto const staples = sum_of_staples(view, lattice, site, mu);
          auto const force = project_to_algebra(multiply(load_link(view, site, mu), staples));
          auto a = load_algebra(to, n, mu);
          for (int i = 0; i < 8; ++i)
            a.x[i] = multiply_add(GaugePack(scale), force.x[i], a.x[i]);
          store_algebra(a, to, n, mu);
        }
      });
}

} // namespace kitt
