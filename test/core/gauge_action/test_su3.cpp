// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/algebra/su3.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/fields/link_algebra.hpp"
#include "core/fields/random.hpp"
#include "test/catch.hpp"

#include <algorithm>
#include <cmath>

using namespace kitt;

namespace {

using P = Pack<double, native_lanes<double>>;
constexpr int lanes = native_lanes<double>;
using Link = GaugeField::Link;

/// Returns elements of su(3) with independent coefficients in [-size, size) in each lane.
Su3Algebra<P> random_algebra(double size, std::uint64_t seed) {
  Su3Algebra<P> a;
  for (int i = 0; i < 8; ++i) {
    alignas(P) double x[lanes];
    for (int lane = 0; lane < lanes; ++lane)
      x[lane] = size * counter_uniform(seed, static_cast<std::uint64_t>(8 * lane + i));
    a.x[i] = load<P>(x);
  }
  return a;
}

double lane_of(P const& pack, int lane) {
  alignas(P) double x[lanes];
  store(pack, x);
  return x[lane];
}

/// Returns a lane of a matrix of packs.
Link lane_of(Su3Matrix<P> const& m, int lane) {
  Link link;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      link[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = {lane_of(m(i, j).re, lane),
                                                                        lane_of(m(i, j).im, lane)};
  return link;
}

double distance(Link const& a, Link const& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      largest = std::max(largest, std::abs(a[i][j] - b[i][j]));
  return largest;
}

Link one() {
  Link link{};
  for (std::size_t i = 0; i < 3; ++i)
    link[i][i] = 1;
  return link;
}

/// Returns exp(A) as (exp(A / 1024))^1024, from the first terms of the series.
Link naive_exponential(Link const& a) {
  Link result = one();
  for (int k = 8; k > 0; --k) {
    Link next = one();
    add(next, product(a, result), 1.0 / 1024 / k);
    result = next;
  }
  for (int i = 0; i < 10; ++i)
    result = product(result, result);
  return result;
}

} // namespace

TEST_CASE("The exponential of su(3) agrees with its series and is in SU(3)") {
  for (double const size : {1e-3, 0.1, 1.0, 5.0, 30.0}) {
    CAPTURE(size);
    auto const a = random_algebra(size, 7);
    auto const m = matrix_of(a);
    auto const half = exponential(a, 0.5);
    auto const whole = exponential(a, 1);
    for (int lane = 0; lane < lanes; ++lane) {
      auto const u = lane_of(whole, lane);
      CHECK(distance(u, naive_exponential(lane_of(m, lane))) < 1e-12 * (1 + size));
      CHECK(distance(product(u, adjoint(u)), one()) < 1e-14 * (1 + size));
      CHECK(std::abs(determinant(u) - 1.0) < 1e-14 * (1 + size));
      auto const root = lane_of(half, lane);
      CHECK(distance(product(root, root), u) < 1e-14 * (1 + size));
    }
  }
}

TEST_CASE("The projection to su(3) inverts the matrix and drops hermitian parts and traces") {
  auto const a = random_algebra(1, 3);
  auto m = matrix_of(a);
  for (int i = 0; i < 3; ++i) // any hermitian matrix and any imaginary multiple of one
    for (int j = 0; j < 3; ++j) {
      m(i, j).re = m(i, j).re + P(i + j);
      m(i, j).im = m(i, j).im + P(i - j + (i == j ? 2 : 0));
    }
  auto const back = project_to_algebra(m);
  auto const square = multiply(matrix_of(a), matrix_of(a));
  for (int lane = 0; lane < lanes; ++lane) {
    for (int i = 0; i < 8; ++i)
      CHECK(std::abs(lane_of(back.x[i], lane) - lane_of(a.x[i], lane)) < 1e-14);
    auto const s = lane_of(square, lane);
    auto const trace = (s[0][0] + s[1][1] + s[2][2]).real();
    CHECK(std::abs(trace + 0.5 * lane_of(norm_squared(a), lane)) < 1e-14);
  }
}

TEST_CASE("A link with rounding errors is moved back to SU(3)") {
  auto u = exponential(random_algebra(1, 5), 1);
  auto const exact = u;
  for (int i = 0; i < 9; ++i)
    u(i / 3, i % 3).re = u(i / 3, i % 3).re + P(1e-9 * (i - 4));
  auto const restored = restore_group(u);
  for (int lane = 0; lane < lanes; ++lane) {
    auto const link = lane_of(restored, lane);
    CHECK(distance(product(link, adjoint(link)), one()) < 1e-15 * 10);
    CHECK(std::abs(determinant(link) - 1.0) < 1e-14);
    CHECK(distance(link, lane_of(exact, lane)) < 1e-7);
  }
}
