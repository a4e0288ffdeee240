// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

#include <cmath>
#include <cstdint>

/// Builds small gauge fields for tests and fuzz seeds.
namespace kitt::test {

using Complex = std::complex<double>;
using Link = GaugeField::Link;

inline GaugeField unit_field(Extents const& extents) {
  GaugeField field{extents, {}};
  Link unit{};
  for (std::size_t i = 0; i < 3; ++i)
    unit[i][i] = 1;
  field.links.assign(4 * volume(extents), unit);
  return field;
}

/// Random numbers in [-1, 1) from splitmix64.
class Numbers {
public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  double operator()() {
    auto z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }

private:
  std::uint64_t state_;
};

inline void complete_third_row(Link& u) {
  for (std::size_t i = 0; i < 3; ++i) {
    auto const j = (i + 1) % 3;
    auto const k = (i + 2) % 3;
    u[2][i] = std::conj(u[0][j] * u[1][k] - u[0][k] * u[1][j]);
  }
}

/// Returns a random SU(3) matrix: two random rows are made orthonormal, and the third row follows
/// from them.
inline Link random_link(Numbers& numbers) {
  Link u{};
  for (std::size_t row = 0; row < 2; ++row) {
    for (auto& element : u[row]) {
      double const real = numbers();
      element = {real, numbers()};
    }
    Complex overlap = 0;
    for (std::size_t i = 0; row == 1 && i < 3; ++i)
      overlap += std::conj(u[0][i]) * u[1][i];
    double norm = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      u[row][i] -= row == 1 ? overlap * u[0][i] : Complex(0);
      norm += std::norm(u[row][i]);
    }
    for (auto& element : u[row])
      element /= std::sqrt(norm);
  }
  complete_third_row(u);
  return u;
}

inline GaugeField random_field(Extents const& extents, std::uint64_t seed = 1) {
  Numbers numbers(seed);
  GaugeField field{extents, {}};
  for (std::size_t i = 0; i < 4 * volume(extents); ++i)
    field.links.push_back(random_link(numbers));
  return field;
}

inline Link product(Link const& a, Link const& b) {
  Link c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

inline Link dagger(Link const& a) {
  Link c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      c[i][j] = std::conj(a[j][i]);
  return c;
}

/// Returns the field with every number rounded to 32 bits.
inline GaugeField rounded(GaugeField field) {
  for (auto& link : field.links)
    for (auto& row : link)
      for (auto& element : row) {
        // volatile is needed because gcc 12 at -O2 removes the conversion from double to float and
        // back.
        float const volatile re = static_cast<float>(element.real());
        float const volatile im = static_cast<float>(element.imag());
        element = {re, im};
      }
  return field;
}

} // namespace kitt::test
