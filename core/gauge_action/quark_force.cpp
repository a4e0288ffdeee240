// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_action/quark_force.hpp"

#include "core/algebra/spin.hpp"

namespace kitt {

namespace {

using Matrix = Su3Matrix<GaugePack>;

/// One of the two spinors at a site with ghosts.
struct SpinorAt {
  PaddedSpinors::view_type const& spinors;
  int site;
  int which; ///< 0 for X, 1 for Y

  KOKKOS_FORCEINLINE_FUNCTION Complex<GaugePack> load(int component) const {
    return {kitt::load<GaugePack>(&spinors(site, which, component, 0, 0)),
            kitt::load<GaugePack>(&spinors(site, which, component, 1, 0))};
  }
};

/// Returns c + the product of a and the adjoint of b, where a and b are the spin `Upper` of (1 +
/// Sign gamma_Mu) `of_a` and of (1 + Sign gamma_Mu) `of_b`.
template <int Mu, Phase Sign, int Upper>
KOKKOS_FORCEINLINE_FUNCTION Matrix add_outer_product(SpinorAt const& of_a, SpinorAt const& of_b,
                                                     Matrix const& c) {
  ColourVector<GaugePack> a;
  ColourVector<GaugePack> b;
  detail::for_three([&](auto i) {
    a[i] = projected<Mu, Sign, Upper, colours>(of_a, i);
    b[i] = projected<Mu, Sign, Upper, colours>(of_b, i);
  });
  Matrix sum = c;
  detail::for_three([&](auto i) {
    detail::for_three([&](auto j) {
      sum(i, j) = detail::add_product<Adjoint::no, Adjoint::yes>(a[i], b[j], sum(i, j));
    });
  });
  return sum;
}

/// Returns the matrix W of the link U_Mu at a site. `ahead` is the site x + Mu.
template <int Mu>
KOKKOS_FORCEINLINE_FUNCTION Matrix outer_products(PaddedSpinors::view_type const& spinors, int site,
                                                  int ahead) {
  // (1 -+ gamma_mu) is half its square, and its lower two spins contribute as much as the upper two
  SpinorAt const x{spinors, site, 0};
  SpinorAt const y{spinors, site, 1};
  SpinorAt const next_x{spinors, ahead, 0};
  SpinorAt const next_y{spinors, ahead, 1};
  auto sum = zero_matrix<GaugePack>();
  sum = add_outer_product<Mu, Phase::minus_one, 0>(next_y, x, sum);
  sum = add_outer_product<Mu, Phase::minus_one, 1>(next_y, x, sum);
  sum = add_outer_product<Mu, Phase::plus_one, 0>(next_x, y, sum);
  return add_outer_product<Mu, Phase::plus_one, 1>(next_x, y, sum);
}

/// The kernel of add_hopping_force().
struct HoppingForce {
  PaddedLattice lattice;
  PaddedLinks::view_type links;
  PaddedSpinors::view_type spinors;
  TimeBoundary boundary;
  double factor;
  AlgebraField::view_type to;

  KOKKOS_FUNCTION void operator()(int n) const {
    add<0>(n);
    add<1>(n);
    add<2>(n);
    add<3>(n);
  }

private:
  template <int Mu>
  KOKKOS_FORCEINLINE_FUNCTION void add(int n) const {
    int const site = lattice.inner(n);
    auto const w = outer_products<Mu>(spinors, site, site + lattice.stride(Mu));
    auto const force = project_to_algebra(multiply(load_link(links, site, Mu), w));
    alignas(GaugePack) double factors[gauge_lanes];
    for (int lane = 0; lane < gauge_lanes; ++lane)
      factors[lane] =
          -0.5 * factor * boundary_sign(lattice, boundary, Mu, lattice.global_time(n, lane));
    auto const scale = load<GaugePack>(factors);
    auto a = load_algebra(to, n, Mu);
    for (int i = 0; i < 8; ++i)
      a.x[i] = multiply_add(scale, force.x[i], a.x[i]);
    store_algebra(a, to, n, Mu);
  }
};

} // namespace

void add_hopping_force(ExecutionSpace const& exec, PaddedLinks const& links,
                       PaddedSpinors const& spinors, TimeBoundary boundary, double factor,
                       AlgebraField const& sum) {
  Kokkos::parallel_for(
      "kitt::core::add_hopping_force", SitePolicy(exec, 0, links.lattice().sites()),
      HoppingForce{links.lattice(), links.view(), spinors.view(), boundary, factor, sum.view()});
}

} // namespace kitt
