// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Helpers for tests of operators: layouts to try, conversion between plain and kernel fields,
/// norms.

#include "core/fields/gauge_start.hpp"
#include "core/fields/random.hpp"
#include "core/operators/domain_wall.hpp"
#ifndef KITT_GPU_LAYOUT // for a GPU's layout each test compiles its own kernels
#include "core/operators/compiled_kernels.hpp"
#endif
#include "core/reference/naive.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kitt::test {

/// A layout of an operator: precision, number of lanes, how many lanes lie in space-time (the
/// others lie along s), and how much of each link is stored.
template <class T, int Lanes, int InSpace = Lanes, LinkStorage Storage = LinkStorage::full>
struct Layout {
  using value_type = T;
  static constexpr int lanes = Lanes;
  static constexpr bool along_s = InSpace < Lanes;
  using Field = SpinorField<T, Lanes>;
  using Links = LinkField<T, InSpace, Storage>;
  using Hopping = HoppingTerm<Links>;

  static Lattice lattice(Extents const& extents) {
    return {extents, along_s ? find_shared_lane_grid(extents, InSpace, Lanes / InSpace).value()
                             : choose_lane_grid(extents, Lanes)};
  }
  template <class LinkSource>
  static std::array<Links, 2> links(Lattice const& lattice, LinkSource const& source) {
    return {Links(lattice, Parity::even, source), Links(lattice, Parity::odd, source)};
  }
  template <class LinkSource>
  static Hopping hopping(Lattice const& lattice, LinkSource const& source, int ls,
                         Order const& order = Order::lexicographic()) {
    return {Stencil(lattice), links(lattice, source), ls / lattice.lanes_s(), order};
  }
  static std::array<Field, 2> fields(Lattice const& lattice, int ls) {
    return {Field("even", lattice, ls), Field("odd", lattice, ls)};
  }
};

/// A layout whose full register of lanes is divided between space-time and s.
template <class T, LinkStorage Storage = LinkStorage::full>
using LayoutInBoth = Layout<T, native_lanes<T>, std::max(1, native_lanes<T> / 4), Storage>;

template <class T>
double tolerance() {
  return sizeof(T) == sizeof(float) ? 2e-6 : 1e-13;
}

template <class T, std::size_t Spins = 4, std::size_t Colours = 3>
reference::Field<T, Spins, Colours> random_field(Extents const& extents, int ls,
                                                 std::uint64_t seed) {
  reference::Field<T, Spins, Colours> field(extents, ls);
  RandomSource const source{seed, extents, static_cast<int>(Colours)};
  reference::for_each_site(field, [&](Coordinate const& x, int s) {
    reference::SiteSpins<Spins, Colours> psi;
    for (std::size_t spin = 0; spin < Spins; ++spin)
      for (std::size_t colour = 0; colour < Colours; ++colour) {
        auto const value = source(x, s, static_cast<int>(spin), static_cast<int>(colour));
        psi[spin][colour] = {value.re, value.im};
      }
    return psi;
  });
  return field;
}

template <class T, int Lanes, std::size_t Spins, std::size_t Colours, int KernelSpins,
          int KernelColours>
void to_kernel(reference::Field<T, Spins, Colours> const& from,
               std::array<SpinorField<T, Lanes, KernelSpins, KernelColours>, 2> const& to) {
  for (std::size_t p = 0; p < 2; ++p)
    fill(to[p], static_cast<Parity>(p), [&](Coordinate const& x, int s, int spin, int colour) {
      std::complex<double> const value(from.at(x, s)[KernelColours * spin + colour]);
      return Complex<double>{value.real(), value.imag()};
    });
}

template <class T, int Lanes, int Spins, int Colours>
auto from_kernel(std::array<SpinorField<T, Lanes, Spins, Colours>, 2> const& from) {
  reference::Field<T, Spins, Colours> to(from[0].lattice().extents(), from[0].ls());
  for (std::size_t p = 0; p < 2; ++p)
    for_each_element(from[p], static_cast<Parity>(p),
                     [&](Coordinate const& x, int s, int spin, int colour, T re, T im) {
                       to.at(x, s)[Colours * spin + colour] = {re, im};
                     });
  return to;
}

/// Returns the sum of conj(a) b over all components. Kahan's compensation is needed because golden
/// norms are good to 1e-13.
template <class T, std::size_t Spins, std::size_t Colours>
std::complex<double> dot(reference::Field<T, Spins, Colours> const& a,
                         reference::Field<T, Spins, Colours> const& b) {
  std::complex<double> sum = 0;
  std::complex<double> excess = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    auto const term =
        std::conj(std::complex<double>(a.values[i])) * std::complex<double>(b.values[i]) - excess;
    auto const next = sum + term;
    excess = (next - sum) - term;
    sum = next;
  }
  return sum;
}

template <class T, std::size_t Spins, std::size_t Colours>
double norm2(reference::Field<T, Spins, Colours> const& a) {
  return dot(a, a).real();
}

/// Returns |a - b| / |b|.
template <class T, std::size_t Spins, std::size_t Colours>
double relative_error(reference::Field<T, Spins, Colours> const& a,
                      reference::Field<T, Spins, Colours> const& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    sum += std::norm(std::complex<double>(a.values[i]) - std::complex<double>(b.values[i]));
  return std::sqrt(sum / norm2(b));
}

/// Returns slice s of a field, as a field with one slice.
template <class T, std::size_t Spins, std::size_t Colours>
reference::Field<T, Spins, Colours> slice_of(reference::Field<T, Spins, Colours> const& in, int s) {
  reference::Field<T, Spins, Colours> out(in.extents, 1);
  reference::for_each_site(
      out, [&](Coordinate const& x, int) { return reference::site_spinor(in, x, s); });
  return out;
}

/// A plane wave exp(i p x) u(s) in one colour, on unit links that are antiperiodic in time. The
/// momenta are pi/2, pi, 0, and half of 2 pi / 8, for 4 x 4 x 4 x 8 sites.
struct PlaneWave {
  using SpinVector = std::array<std::complex<double>, 4>;
  std::array<double, 4> momenta{std::numbers::pi / 2, std::numbers::pi, 0, std::numbers::pi / 8};

  /// Returns the wave with the spins `at(s)`.
  template <class SpinsAt>
  reference::Field<double> field(Extents const& extents, int ls, SpinsAt const& at) const {
    reference::Field<double> wave(extents, ls);
    reference::for_each_site(wave, [&](Coordinate const& x, int s) {
      double angle = 0;
      for (std::size_t mu = 0; mu < 4; ++mu)
        angle += momenta[mu] * x[mu];
      SpinVector const spin = at(s);
      reference::SiteSpinor psi{};
      for (std::size_t i = 0; i < 4; ++i)
        psi[i][1] = spin[i] * std::polar(1.0, angle);
      return psi;
    });
    return wave;
  }
  /// Returns the Wilson operator of a mass on the spins of the wave: [mass + sum_mu (1 - cos p_mu)
  /// + i sum_mu gamma_mu sin p_mu] u.
  SpinVector wilson(SpinVector const& spin, double mass) const {
    SpinVector result{};
    for (std::size_t i = 0; i < 4; ++i) {
      result[i] = mass * spin[i];
      for (int mu = 0; mu < 4; ++mu) {
        auto const p = momenta[static_cast<std::size_t>(mu)];
        result[i] += (1 - std::cos(p)) * spin[i];
        for (std::size_t j = 0; j < 4; ++j)
          result[i] += std::complex<double>(0, std::sin(p)) * reference::gamma(mu)[i][j] * spin[j];
      }
    }
    return result;
  }
};

/// Returns gamma_5 psi. If the field has a fifth dimension, s is reversed.
template <class T>
reference::Field<T> gamma5_reflected(reference::Field<T> const& in) {
  reference::Field<T> out(in.extents, in.ls);
  reference::for_each_site(out, [&](Coordinate const& x, int s) {
    auto psi = reference::site_spinor(in, x, in.ls - 1 - s);
    for (std::size_t spin = 2; spin < 4; ++spin)
      for (auto& element : psi[spin])
        element = -element;
    return psi;
  });
  return out;
}

/// Runs `op(exec, in, out)` on plain fields through the kernels' layout L.
template <class L, class Operator, class PlainField>
PlainField run(Operator const& op, Lattice const& lattice, PlainField const& plain_in) {
  auto const in = L::fields(lattice, plain_in.ls);
  auto const out = L::fields(lattice, plain_in.ls);
  to_kernel(plain_in, in);
  ExecutionSpace const exec;
  op(exec, std::array{in[0].view(), in[1].view()}, std::array{out[0].view(), out[1].view()});
  exec.fence("kitt::test: operator applied");
  return from_kernel(out);
}

/// Builds the full hopping term from the hopping terms of both parities.
template <class Hopping>
auto full_hopping(Hopping const& hopping, Dagger dagger = Dagger::no) {
  return [&hopping, dagger](ExecutionSpace const& exec, auto const& in, auto const& out) {
    hopping(exec, Parity::even, in[1], out[0], dagger);
    hopping(exec, Parity::odd, in[0], out[1], dagger);
  };
}

} // namespace kitt::test

/// The layouts of every operator test. Builds without an optimiser (KITT_FEW_KERNELS) test only the
/// two layouts that differ most.
#ifdef KITT_FEW_KERNELS
#define KITT_LAYOUTS                                                                               \
  (kitt::test::Layout<float, kitt::native_lanes<float>>),                                          \
      (kitt::test::Layout<double, kitt::native_lanes<double>, 1>)
#else
#define KITT_LAYOUTS                                                                               \
  (kitt::test::Layout<float, kitt::native_lanes<float>>),                                          \
      (kitt::test::Layout<float, kitt::native_lanes<float>, 1>),                                   \
      (kitt::test::LayoutInBoth<float>), (kitt::test::Layout<float, 1>),                           \
      (kitt::test::Layout<double, kitt::native_lanes<double>>),                                    \
      (kitt::test::Layout<double, kitt::native_lanes<double>, 1>), (kitt::test::Layout<double, 1>)
#endif
