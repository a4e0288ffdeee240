// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/spinor_field.hpp"

/// \file
/// Sums and linear combinations of fields, on one parity. Fields are views of equal extents,
/// indexed by (site, s, component, re or im, lane). Sums go over the sites of this rank only. Sums
/// are computed in double precision, whatever the precision of the fields. With equal numbers of
/// threads, a sum is the same every time. Functions that write a field return after the kernel
/// launch; later work on `exec` waits for the result. Functions that return a sum wait until the
/// sum is complete.

namespace kitt {

namespace detail {

/// Calls f(s, component) for every component of a site.
template <class View, class F>
KOKKOS_FORCEINLINE_FUNCTION void for_components(View const& view, F const& f) {
  for (int s = 0; s < static_cast<int>(view.extent(1)); ++s)
    for (int c = 0; c < static_cast<int>(View::static_extent(2)); ++c)
      f(s, c);
}

/// Calls component(site, s, c) for each component of each site, in parallel.
template <class View, class F>
void for_each_component(ExecutionSpace const& exec, char const* label, View const& view,
                        F const& component) {
  Kokkos::parallel_for(
      label, SitePolicy(exec, 0, static_cast<int>(view.extent(0))), KOKKOS_LAMBDA(int site) {
        for_components(view, [&](int s, int c) { component(site, s, c); });
      });
}

/// Returns two sums over all sites, s and lanes. `component(sums, site, s, c)` adds its terms to
/// the packs `sums.re` and `sums.im`. The terms of one site are added in the precision of the
/// field, and the sites in double precision.
template <class View, class F>
Complex<double> sum_components(ExecutionSpace const& exec, char const* label, View const& view,
                               F const& component) {
  using P = typename ViewTraits<View>::pack;
  Complex<double> total{0, 0};
  Kokkos::parallel_reduce(
      label, SitePolicy(exec, 0, static_cast<int>(view.extent(0))),
      KOKKOS_LAMBDA(int site, double& re, double& im) {
        for (int s = 0; s < static_cast<int>(view.extent(1)); ++s) {
          Complex<P> own{P(0), P(0)};
          for (int c = 0; c < static_cast<int>(View::static_extent(2)); ++c)
            component(own, site, s, c);
          re += sum_of_lanes(own.re);
          im += sum_of_lanes(own.im);
        }
      },
      total.re, total.im);
  return total;
}

/// Adds the squares of the two parts of z to the two parts of `sums`. The two independent chains of
/// multiply-adds hide the latency of the instruction, which one chain could not.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION void add_norm2(Complex<P>& sums, Complex<P> const& z) {
  sums = {multiply_add(z.re, z.re, sums.re), multiply_add(z.im, z.im, sums.im)};
}
inline double both(Complex<double> const& sums) {
  return sums.re + sums.im;
}

/// Returns a x + y for a real number a.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> scaled_sum(P const& a, Complex<P> const& x,
                                                  Complex<P> const& y) {
  return {multiply_add(a, x.re, y.re), multiply_add(a, x.im, y.im)};
}

/// Returns a x + b y for real numbers a and b.
template <class P>
KOKKOS_FORCEINLINE_FUNCTION Complex<P> combination(P const& a, Complex<P> const& x, P const& b,
                                                   Complex<P> const& y) {
  return scaled_sum(a, x, Complex<P>{b * y.re, b * y.im});
}

} // namespace detail

/// Returns the squared norm of a field, sum |x|^2.
template <class View>
double norm2(ExecutionSpace const& exec, View const& x) {
  using P = typename ViewTraits<View>::pack;
  return detail::both(detail::sum_components(
      exec, "kitt::core::norm2", x, KOKKOS_LAMBDA(Complex<P> & sums, int site, int s, int c) {
        detail::add_norm2(sums, Components(x, site, s).load(c));
      }));
}

/// Returns the scalar product of two fields, sum conj(x) y.
template <class View>
Complex<double> dot(ExecutionSpace const& exec, View const& x, View const& y) {
  using P = typename ViewTraits<View>::pack;
  return detail::sum_components(
      exec, "kitt::core::dot", x, KOKKOS_LAMBDA(Complex<P> & sums, int site, int s, int c) {
        auto const a = Components(x, site, s).load(c);
        auto const b = Components(y, site, s).load(c);
        sums = {multiply_add(a.re, b.re, multiply_add(a.im, b.im, sums.re)),
                multiply_subtract(a.im, b.re, multiply_add(a.re, b.im, sums.im))};
      });
}

/// Computes y = a x + b y for fields x and y.
template <class View>
void axpby(ExecutionSpace const& exec, double a, View const& x, double b, View const& y) {
  using Traits = ViewTraits<View>;
  using P = typename Traits::pack;
  auto const of_x = static_cast<typename Traits::value_type>(a);
  auto const of_y = static_cast<typename Traits::value_type>(b);
  detail::for_each_component(
      exec, "kitt::core::axpby", y, KOKKOS_LAMBDA(int site, int s, int c) {
        Components const to(y, site, s);
        to.store(c,
                 detail::combination(P(of_x), Components(x, site, s).load(c), P(of_y), to.load(c)));
      });
}

/// Computes y = a x + b y for fields x and y, and returns sum |y|^2.
template <class View>
double axpby_norm2(ExecutionSpace const& exec, double a, View const& x, double b, View const& y) {
  using Traits = ViewTraits<View>;
  using P = typename Traits::pack;
  auto const of_x = static_cast<typename Traits::value_type>(a);
  auto const of_y = static_cast<typename Traits::value_type>(b);
  return detail::both(detail::sum_components(
      exec, "kitt::core::axpby_norm2", y, KOKKOS_LAMBDA(Complex<P> & sums, int site, int s, int c) {
        Components const to(y, site, s);
        auto const value =
            detail::combination(P(of_x), Components(x, site, s).load(c), P(of_y), to.load(c));
        to.store(c, value);
        detail::add_norm2(sums, value);
      }));
}

/// Computes y += a x for fields x and y.
template <class View>
void axpy(ExecutionSpace const& exec, double a, View const& x, View const& y) {
  axpby(exec, a, x, 1.0, y);
}

/// Computes y += a x for fields x and y and a complex number a.
template <class View>
void axpy(ExecutionSpace const& exec, Complex<double> const& a, View const& x, View const& y) {
  using Traits = ViewTraits<View>;
  using P = typename Traits::pack;
  auto const re = static_cast<typename Traits::value_type>(a.re);
  auto const im = static_cast<typename Traits::value_type>(a.im);
  detail::for_each_component(
      exec, "kitt::core::axpy", y, KOKKOS_LAMBDA(int site, int s, int c) {
        Components const to(y, site, s);
        to.store(
            c, multiply_add(Complex<P>{P(re), P(im)}, Components(x, site, s).load(c), to.load(c)));
      });
}

/// Computes y = x + a y for fields x and y.
template <class View>
void xpay(ExecutionSpace const& exec, View const& x, double a, View const& y) {
  axpby(exec, 1.0, x, a, y);
}

/// Computes y = a x for fields x and y, which may be the same field.
template <class View>
void scale(ExecutionSpace const& exec, double a, View const& x, View const& y) {
  using Traits = ViewTraits<View>;
  auto const factor = static_cast<typename Traits::value_type>(a);
  detail::for_each_component(
      exec, "kitt::core::scale", y, KOKKOS_LAMBDA(int site, int s, int c) {
        typename Traits::pack const wide(factor);
        auto const value = Components(x, site, s).load(c);
        Components(y, site, s).store(c, {wide * value.re, wide * value.im});
      });
}

/// Copies field x to field y.
template <class View>
void copy(ExecutionSpace const& exec, View const& x, View const& y) {
  copy_all(exec, x, y);
}

/// Computes y = gamma_5 x: the lower two spins change sign (chiral basis). x and y may be the same
/// field.
template <class View>
void gamma5(ExecutionSpace const& exec, View const& x, View const& y) {
  detail::for_each_component(
      exec, "kitt::core::gamma5", y, KOKKOS_LAMBDA(int site, int s, int c) {
        auto const value = Components(x, site, s).load(c);
        Components(y, site, s)
            .store(c,
                   c < ViewTraits<View>::components / 2 ? value : times<Phase::minus_one>(value));
      });
}

/// Computes y += a x for fields x and y, and returns sum |y|^2.
template <class View>
double axpy_norm2(ExecutionSpace const& exec, double a, View const& x, View const& y) {
  return axpby_norm2(exec, a, x, 1.0, y);
}

/// Computes z += a x + b y for fields x, y and z, and returns sum |z|^2.
template <class View>
double axpbypz_norm2(ExecutionSpace const& exec, double a, View const& x, double b, View const& y,
                     View const& z) {
  using Traits = ViewTraits<View>;
  using P = typename Traits::pack;
  auto const of_x = static_cast<typename Traits::value_type>(a);
  auto const of_y = static_cast<typename Traits::value_type>(b);
  return detail::both(detail::sum_components(
      exec, "kitt::core::axpbypz_norm2", z,
      KOKKOS_LAMBDA(Complex<P> & sums, int site, int s, int c) {
        Components const to(z, site, s);
        auto const with_y = detail::scaled_sum(P(of_y), Components(y, site, s).load(c), to.load(c));
        auto const value = detail::scaled_sum(P(of_x), Components(x, site, s).load(c), with_y);
        to.store(c, value);
        detail::add_norm2(sums, value);
      }));
}

/// Computes x += a p and then p = r + b p for fields x, p and r, both in one pass, so that p is
/// read only once. The numbers of x may be stored more precisely.
template <class ViewOfX, class View>
void axpy_xpay(ExecutionSpace const& exec, double a, ViewOfX const& x, View const& r, double b,
               View const& p) {
  using Traits = ViewTraits<View>;
  using P = typename Traits::pack;
  auto const along = static_cast<typename Traits::value_type>(a);
  auto const keep = static_cast<typename Traits::value_type>(b);
  detail::for_each_component(
      exec, "kitt::core::axpy_xpay", x, KOKKOS_LAMBDA(int site, int s, int c) {
        Components const solution(x, site, s);
        Components const direction(p, site, s);
        auto const old = direction.load(c);
        solution.store(c, detail::scaled_sum(P(along), old, solution.load(c)));
        direction.store(c, detail::scaled_sum(P(keep), old, Components(r, site, s).load(c)));
      });
}

} // namespace kitt
