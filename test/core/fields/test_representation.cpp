// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/gauge_start.hpp"
#include "core/fields/representation.hpp"
#include "test/catch.hpp"

#include <cmath>

using namespace kitt;

namespace {

template <std::size_t D>
using Matrix = std::array<std::array<std::complex<double>, D>, D>;

template <std::size_t D>
Matrix<D> product(Matrix<D> const& a, Matrix<D> const& b) {
  Matrix<D> c{};
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t k = 0; k < D; ++k)
      for (std::size_t j = 0; j < D; ++j)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

template <std::size_t D>
Matrix<D> adjoint(Matrix<D> const& a) {
  Matrix<D> b;
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t j = 0; j < D; ++j)
      b[i][j] = std::conj(a[j][i]);
  return b;
}

template <std::size_t D>
std::complex<double> trace(Matrix<D> const& a) {
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < D; ++i)
    sum += a[i][i];
  return sum;
}

template <std::size_t D>
double distance(Matrix<D> const& a, Matrix<D> const& b) {
  double most = 0;
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t j = 0; j < D; ++j)
      most = std::max(most, std::abs(a[i][j] - b[i][j]));
  return most;
}

template <std::size_t D>
Matrix<D> one() {
  Matrix<D> unit{};
  for (std::size_t i = 0; i < D; ++i)
    unit[i][i] = 1.0;
  return unit;
}

/// Returns the character of R(U), computed from the characters of U.
template <std::size_t N>
std::complex<double> character(Representation representation, Matrix<N> const& u) {
  auto const t = trace(u);
  auto const t2 = trace(product(u, u));
  switch (representation) {
  case Representation::adjoint:
    return std::norm(t) - 1.0;
  case Representation::symmetric:
    return (t * t + t2) / 2.0;
  case Representation::antisymmetric:
    return (t * t - t2) / 2.0;
  default:
    return t;
  }
}

/// Returns the plaquette U_x(x) U_y(x + x) U_x(x + y)^dagger U_y(x)^dagger at the origin.
template <int N>
auto plaquette(GaugeFieldOf<N> const& gauge) {
  auto const at = [&](Coordinate const& x, int mu) -> Matrix<N> const& {
    return gauge.at(lexicographic(x, gauge.extents), mu);
  };
  return product(product(at({0, 0, 0, 0}, 0), at({1, 0, 0, 0}, 1)),
                 product(adjoint(at({0, 1, 0, 0}, 0)), adjoint(at({0, 0, 0, 0}, 1))));
}

template <int N_, Representation R_>
struct Group {
  static constexpr int N = N_;
  static constexpr Representation R = R_;
};
template <int N>
using Fundamental = Group<N, Representation::fundamental>;
template <int N>
using Adjoint = Group<N, Representation::adjoint>;
template <int N>
using Symmetric = Group<N, Representation::symmetric>;
template <int N>
using Antisymmetric = Group<N, Representation::antisymmetric>;

constexpr double rounding = 1e-13;

} // namespace

TEMPLATE_TEST_CASE("random links are in SU(N)", "", Fundamental<2>, Fundamental<3>, Fundamental<4>,
                   Fundamental<6>) {
  constexpr int n = TestType::N;
  constexpr std::size_t d = n;
  auto const extents = Extents{2, 2, 2, 2};
  for (auto const& gauge : {hot_gauge<n>(extents, 1), weak_gauge<n>(extents, 2)})
    for (auto const& u : gauge.links) {
      CHECK(distance(product(u, adjoint(u)), one<d>()) < rounding);
      // The determinant is the character of the antisymmetric tensor with n indices. Newton's
      // identities give it from the traces of powers.
      std::array<std::complex<double>, d + 1> e{1.0};
      std::array<std::complex<double>, d + 1> p{};
      auto power = one<d>();
      for (std::size_t k = 1; k <= d; ++k) {
        p[k] = trace(power = product(power, u));
        for (std::size_t i = 1; i <= k; ++i)
          e[k] += (i % 2 == 1 ? 1.0 : -1.0) * e[k - i] * p[i] / static_cast<double>(k);
      }
      CHECK(std::abs(e[d] - 1.0) < rounding);
    }
  CHECK(distance(unit_gauge<n>(extents).links.back(), one<d>()) == 0);
  // For the Haar measure, the mean of |tr U|^2 is one.
  auto const many = hot_gauge<n>(Extents{8, 8, 4, 4}, 3);
  double mean = 0;
  for (auto const& u : many.links)
    mean += std::norm(trace(u)) / static_cast<double>(many.links.size());
  CHECK(std::abs(mean - 1) < 0.06);
}

TEMPLATE_TEST_CASE("R(U) is a representation of SU(N)", "", Fundamental<3>, Adjoint<2>, Adjoint<3>,
                   Adjoint<4>, Adjoint<6>, Symmetric<2>, Symmetric<3>, Symmetric<4>, Symmetric<6>,
                   Antisymmetric<2>, Antisymmetric<3>, Antisymmetric<4>, Antisymmetric<6>) {
  constexpr int n = TestType::N;
  constexpr auto r = TestType::R;
  constexpr std::size_t d = dimension_of(n, r);
  auto const gauge = hot_gauge<n>(Extents{2, 2, 2, 2}, 4);
  auto const represented = represent<r, n>(gauge);
  for (std::size_t i = 0; i + 1 < 6; ++i) {
    auto const& u = gauge.links[i];
    auto const& v = gauge.links[i + 1];
    auto const ru = represent<r, n>(u);
    CHECK(represented.links[i] == ru);
    CHECK(distance(represent<r, n>(product(u, v)), product(ru, represent<r, n>(v))) < rounding);
    CHECK(distance(product(ru, adjoint(ru)), one<d>()) < rounding);
    CHECK(std::abs(trace(ru) - character(r, u)) < rounding * static_cast<double>(d));
    if (is_real(r))
      for (auto const& row : ru)
        for (auto const& element : row)
          CHECK(element.imag() == 0);
  }
  // The plaquette in R must follow from the plaquette in the fundamental representation.
  CHECK(std::abs(trace(plaquette(represented)) - character(r, plaquette(gauge))) <
        rounding * static_cast<double>(d));
}

TEST_CASE("the adjoint links of SU(2) are the rotations of its Pauli matrices") {
  for (auto const& u : hot_gauge<2>(Extents{2, 2, 2, 2}, 5).links) {
    // U = a0 + i a.sigma: R_ij = (a0^2 - |a|^2) delta_ij + 2 a_i a_j + 2 a0 epsilon_ijk a_k
    double const a0 = u[0][0].real();
    std::array<double, 3> const a{u[0][1].imag(), u[0][1].real(), u[0][0].imag()};
    auto const r = represent<Representation::adjoint, 2>(u);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        std::size_t const k = 3 - i - j; // for i != j
        double const epsilon = i == j ? 0 : (j + 3 - i) % 3 == 1 ? 1 : -1;
        double const turned = i == j ? 2 * a0 * a0 - 1 : 2 * a0 * epsilon * a[k];
        CHECK(std::abs(r[i][j] - (turned + 2 * a[i] * a[j])) < rounding);
      }
    CHECK(std::abs(r[2][2].real() - (std::norm(u[0][0]) - std::norm(u[0][1]) - std::norm(u[1][0]) +
                                     std::norm(u[1][1])) /
                                        2) < rounding);
  }
}

TEST_CASE("the symmetric representation of SU(2) is equivalent to the adjoint one") {
  for (auto const& u : hot_gauge<2>(Extents{2, 2, 2, 2}, 6).links)
    CHECK(std::abs(trace(represent<Representation::symmetric, 2>(u)) -
                   trace(represent<Representation::adjoint, 2>(u))) < rounding);
}

TEST_CASE("the antisymmetric representation of SU(3) is the conjugate fundamental one") {
  for (auto const& u : hot_gauge<3>(Extents{2, 2, 2, 2}, 7).links) {
    // The index pairs (12, 13, 23) correspond to conj(3, -2, 1).
    constexpr std::array<std::size_t, 3> of{2, 1, 0};
    constexpr std::array<double, 3> sign{1, -1, 1};
    auto const r = represent<Representation::antisymmetric, 3>(u);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        CHECK(std::abs(r[i][j] - sign[i] * sign[j] * std::conj(u[of[i]][of[j]])) < rounding);
  }
}
