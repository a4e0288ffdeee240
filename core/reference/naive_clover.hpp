// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The Wilson-clover operator written a second time, directly from its formula, to check the
/// kernels. The clover term is a dense 12 x 12 matrix per site, made from paths of links and from
/// dense spin matrices. naive.hpp has the other operators.

#include "core/reference/naive.hpp"

namespace kitt::reference {

/// Returns the product of links along a path that begins at x. Each step is +1 to +4 for a hop in
/// direction x to t, or the negative number for a hop back. `links(x, mu)` must return U_mu(x).
template <std::size_t Steps, class Links>
Matrix<3> product_along(Links const& links, Coordinate x, std::array<int, Steps> const& path) {
  Matrix<3> product{};
  for (std::size_t i = 0; i < 3; ++i)
    product[i][i] = 1.0;
  for (int const step : path) {
    int const mu = std::abs(step) - 1;
    if (step < 0)
      x[static_cast<std::size_t>(mu)] -= 1;
    auto const link = links(x, mu);
    Matrix<3> next{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          next[i][j] = plus_product(next[i][j], product[i][k],
                                    step > 0 ? link[k][j] : std::conj(link[j][k]));
    product = next;
    if (step > 0)
      x[static_cast<std::size_t>(mu)] += 1;
  }
  return product;
}

/// Returns the field strength F_mu,nu(x) = (Q_mu,nu - Q_nu,mu) / 8, where Q_mu,nu is the sum of the
/// four plaquettes at x that turn from mu to nu.
template <class Links>
Matrix<3> field_strength(Links const& links, Coordinate const& x, int mu, int nu) {
  int const a = mu + 1;
  int const b = nu + 1;
  Matrix<3> strength{};
  for (double const sign : {1.0, -1.0}) {
    int const first = sign > 0 ? a : b;
    int const second = sign > 0 ? b : a;
    for (auto const& path :
         {std::array{first, second, -first, -second}, std::array{second, -first, -second, first},
          std::array{-first, -second, first, second}, std::array{-second, first, second, -first}}) {
      auto const leaf = product_along(links, x, path);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          strength[i][j] += sign / 8 * leaf[i][j];
    }
  }
  return strength;
}

/// Returns sigma_mu,nu = i/2 [gamma_mu, gamma_nu].
inline Matrix<4> sigma(int mu, int nu) {
  auto const& a = gamma(mu);
  auto const& b = gamma(nu);
  Matrix<4> result{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        result[i][j] += std::complex<double>(0, 0.5) * (a[i][k] * b[k][j] - b[i][k] * a[k][j]);
  return result;
}

/// Returns the clover term csw i/4 sum_mu,nu sigma_mu,nu F_mu,nu(x), a matrix whose rows and
/// columns are 3 * spin + colour. `links(x, mu)` is called for x up to one step outside the lattice
/// in two directions at once.
template <class Links>
Matrix<12> clover_term(Links const& links, Coordinate const& x, double csw) {
  Matrix<12> term{};
  for (int mu = 0; mu < 4; ++mu)
    for (int nu = 0; nu < 4; ++nu) {
      if (mu == nu)
        continue;
      auto const spin = sigma(mu, nu);
      auto const colour = field_strength(links, x, mu, nu);
      for (std::size_t i = 0; i < 12; ++i)
        for (std::size_t j = 0; j < 12; ++j)
          term[i][j] +=
              std::complex<double>(0, csw / 4) * spin[i / 3][j / 3] * colour[i % 3][j % 3];
    }
  return term;
}

/// Returns the Wilson-clover operator M = (4 + mass) + term + D, or its adjoint, applied to psi at
/// one site. `links` and `psi` are as for hopping(). `term` is clover_term() at x.
template <class Links, class SpinorAt>
SiteSpinor clover(Links const& links, Matrix<12> const& term, SpinorAt const& psi,
                  Coordinate const& x, int s, double mass, Dagger dagger) {
  auto sum = wilson(links, psi, x, s, mass, dagger);
  auto const here = psi(x, s);
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 12; ++j)
      sum[i / 3][i % 3] =
          plus_product(sum[i / 3][i % 3], dagger == Dagger::no ? term[i][j] : std::conj(term[j][i]),
                       here[j / 3][j % 3]);
  return sum;
}

/// Returns the Wilson-clover operator M = (4 + mass) + csw i/4 sigma F + D, or its adjoint, applied
/// to psi at one site. `links` and `psi` are as for hopping(). `near_links` is as for
/// clover_term().
template <class Links, class NearLinks, class SpinorAt>
SiteSpinor clover(Links const& links, NearLinks const& near_links, SpinorAt const& psi,
                  Coordinate const& x, int s, std::array<double, 2> const& mass_csw,
                  Dagger dagger) {
  auto const [mass, csw] = mass_csw;
  return clover(links, clover_term(near_links, x, csw), psi, x, s, mass, dagger);
}

/// Returns the Wilson-clover operator, or its adjoint, applied to a field on a periodic lattice.
template <class Links, class T>
Field<T> apply_clover(Links const& links, Field<T> const& in, double mass, double csw,
                      Dagger dagger = Dagger::no) {
  Field<T> out(in.extents, in.ls);
  for_each_site(out, [&](Coordinate const& x, int s) {
    return clover(links, links, periodic(in), x, s, {mass, csw}, dagger);
  });
  return out;
}

} // namespace kitt::reference
