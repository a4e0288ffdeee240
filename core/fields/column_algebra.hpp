// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/small_matrix.hpp"
#include "core/fields/field_algebra.hpp"

#include <vector>

/// \file
/// Sums and linear combinations of the columns of a field, on one parity. Column j of a field with
/// N columns consists of the slices j L to (j + 1) L - 1, where N L is the number of slices. Lanes
/// must lie in space-time. As in field_algebra.hpp, sums go over the sites of this rank only and
/// are computed in double precision.

namespace kitt {

/// Largest number of columns of a field.
inline constexpr int most_columns = 32;

namespace detail {

/// Edge of the tiles of columns that kernels hold in registers.
inline constexpr int column_tile = 4;
KOKKOS_INLINE_FUNCTION constexpr int padded_columns(int columns) {
  return (columns + column_tile - 1) / column_tile * column_tile;
}

/// Sums of a kernel over sites.
template <int Count>
struct ManySums {
  double values[Count] = {}; // NOLINT(modernize-avoid-c-arrays): used on GPUs

  KOKKOS_FUNCTION ManySums& operator+=(ManySums const& other) {
    for (int i = 0; i < Count; ++i)
      values[i] += other.values[i];
    return *this;
  }
};
using TileSums = ManySums<2 * column_tile * column_tile>;

/// Returns the products of the columns i to i + 3 of x with the columns j to j + 3 of y: sum
/// conj(x_i) y_j, re and im, row by row. Columns beyond the last one repeat it.
template <class View>
TileSums tile_products(ExecutionSpace const& exec, View const& x, View const& y, int columns, int i,
                       int j) {
  using P = typename ViewTraits<View>::pack;
  int const slices = static_cast<int>(x.extent(1)) / columns;
  int const last = columns - 1;
  TileSums sums;
  Kokkos::parallel_reduce(
      "kitt::core::tile_products", SitePolicy(exec, 0, static_cast<int>(x.extent(0))),
      KOKKOS_LAMBDA(int site, TileSums& total) {
        Complex<P> own[column_tile][column_tile]; // NOLINT(modernize-avoid-c-arrays)
        for (auto& row : own)
          for (auto& sum : row)
            sum = {P(0), P(0)};
        for (int s = 0; s < slices; ++s)
          for (int c = 0; c < ViewTraits<View>::components; ++c) {
            Complex<P> b[column_tile]; // NOLINT(modernize-avoid-c-arrays)
            for (int l = 0; l < column_tile; ++l)
              b[l] = Components(y, site, (j + l < last ? j + l : last) * slices + s).load(c);
            for (int k = 0; k < column_tile; ++k) {
              auto const a =
                  Components(x, site, (i + k < last ? i + k : last) * slices + s).load(c);
              Complex<P> const conjugate{a.re, negate(a.im)};
              for (int l = 0; l < column_tile; ++l)
                own[k][l] = multiply_add(conjugate, b[l], own[k][l]);
            }
          }
        for (int k = 0; k < column_tile; ++k)
          for (int l = 0; l < column_tile; ++l) {
            total.values[2 * (column_tile * k + l)] += sum_of_lanes(own[k][l].re);
            total.values[2 * (column_tile * k + l) + 1] += sum_of_lanes(own[k][l].im);
          }
      },
      sums);
  return sums;
}

/// Adds sum_i in_i C_ij to out_j for all columns j. `factors` are the numbers of a ColumnFactors.
template <class P, class T>
KOKKOS_FORCEINLINE_FUNCTION void add_columns(Complex<P> const* in, T const* factors, int columns,
                                             Complex<P>* out) {
  int const width = padded_columns(columns);
  for (int j = 0; j < width; j += column_tile) {
    Complex<P> sums[column_tile]; // NOLINT(modernize-avoid-c-arrays)
    for (int k = 0; k < column_tile; ++k)
      sums[k] = out[j + k];
    for (int i = 0; i < columns; ++i) {
      auto const* const row = factors + 2 * (i * width + j);
      for (int k = 0; k < column_tile; ++k)
        sums[k] = multiply_add(Complex<P>{P(row[2 * k]), P(row[2 * k + 1])}, in[i], sums[k]);
    }
    for (int k = 0; k < column_tile; ++k)
      out[j + k] = sums[k];
  }
}

/// Component c of slice s of all columns of one site.
template <class View>
class ColumnsOfSite {
public:
  using P = typename ViewTraits<View>::pack;

  KOKKOS_FORCEINLINE_FUNCTION ColumnsOfSite(View const& view, int site, int slices, int columns,
                                            int s, int c)
      : view_(view), site_(site), slices_(slices), columns_(columns), s_(s), c_(c) {}

  /// Reads all columns. Sets `to` to 0 from the last column to the end of its tile.
  KOKKOS_FORCEINLINE_FUNCTION void load(Complex<P>* to) const {
    for (int j = 0; j < columns_; ++j)
      to[j] = Components(view_, site_, j * slices_ + s_).load(c_);
    for (int j = columns_; j % column_tile != 0; ++j)
      to[j] = {P(0), P(0)};
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(Complex<P> const* from) const {
    for (int j = 0; j < columns_; ++j)
      Components(view_, site_, j * slices_ + s_).store(c_, from[j]);
  }

private:
  View const& view_;
  int site_;
  int slices_;
  int columns_;
  int s_;
  int c_;
};

} // namespace detail

/// A matrix of coefficients in the memory of kernels, in the precision T of a field. Copies share
/// the memory.
template <class T>
class ColumnFactors {
public:
  explicit ColumnFactors(int columns)
      : columns_(columns),
        numbers_("kitt::core::column_factors",
                 static_cast<std::size_t>(2 * columns * detail::padded_columns(columns))),
        host_(Kokkos::create_mirror_view(numbers_)) {}

  int columns() const { return columns_; }
  T const* data() const { return numbers_.data(); }

  /// Sets the matrix to factor * `matrix`. Requires that no kernel still reads the former matrix.
  void set(ExecutionSpace const& exec, SmallMatrix const& matrix, double factor = 1) {
    int const width = detail::padded_columns(columns_);
    for (int i = 0; i < columns_; ++i)
      for (int j = 0; j < columns_; ++j) {
        auto const at = static_cast<std::size_t>(2 * (i * width + j));
        host_(at) = static_cast<T>(factor * matrix(i, j).real());
        host_(at + 1) = static_cast<T>(factor * matrix(i, j).imag());
      }
    Kokkos::deep_copy(exec, numbers_, host_);
  }

private:
  using View = Kokkos::View<T*, MemorySpace>;

  int columns_;
  View numbers_;
  typename View::host_mirror_type host_;
};

/// Returns the products x_i^dagger y_j of all columns of two fields. Requires that they form a
/// hermitian matrix. Only half of the products are computed.
template <class View>
SmallMatrix hermitian_products(ExecutionSpace const& exec, View const& x, View const& y,
                               int columns) {
  constexpr int tile = detail::column_tile;
  SmallMatrix products(columns);
  for (int i = 0; i < columns; i += tile)
    for (int j = i; j < columns; j += tile) {
      auto const sums = detail::tile_products(exec, x, y, columns, i, j);
      for (int k = 0; k < tile && i + k < columns; ++k)
        for (int l = 0; l < tile && j + l < columns; ++l) {
          if (j + l < i + k)
            continue;
          auto const* const sum = sums.values + 2 * (tile * k + l);
          products(i + k, j + l) = {sum[0], i + k == j + l ? 0 : sum[1]};
          products(j + l, i + k) = std::conj(products(i + k, j + l));
        }
    }
  return products;
}

/// Computes y_j += sum_i x_i C_ij for all columns.
template <class View, class T>
void add_combinations(ExecutionSpace const& exec, View const& x, ColumnFactors<T> const& factors,
                      View const& y) {
  using P = typename ViewTraits<View>::pack;
  int const columns = factors.columns();
  int const slices = static_cast<int>(y.extent(1)) / columns;
  auto const* const c_of = factors.data();
  Kokkos::parallel_for(
      "kitt::core::add_combinations", SitePolicy(exec, 0, static_cast<int>(y.extent(0))),
      KOKKOS_LAMBDA(int site) {
        Complex<P> from[most_columns]; // NOLINT(modernize-avoid-c-arrays)
        Complex<P> to[most_columns];   // NOLINT(modernize-avoid-c-arrays)
        for (int s = 0; s < slices; ++s)
          for (int c = 0; c < ViewTraits<View>::components; ++c) {
            detail::ColumnsOfSite const into(y, site, slices, columns, s, c);
            detail::ColumnsOfSite(x, site, slices, columns, s, c).load(from);
            into.load(to);
            detail::add_columns(from, c_of, columns, to);
            into.store(to);
          }
      });
}

/// Makes a step of the block conjugate gradient in one pass over its fields: x += p `along`, q = q
/// `basis`, p = q + p `back`.
template <class View, class T>
void advance_columns(ExecutionSpace const& exec, View const& x, ColumnFactors<T> const& along,
                     View const& q, ColumnFactors<T> const& basis, View const& p,
                     ColumnFactors<T> const& back) {
  using P = typename ViewTraits<View>::pack;
  int const columns = along.columns();
  int const slices = static_cast<int>(x.extent(1)) / columns;
  auto const* const to_x = along.data();
  auto const* const to_q = basis.data();
  auto const* const to_p = back.data();
  Kokkos::parallel_for(
      "kitt::core::advance_columns", SitePolicy(exec, 0, static_cast<int>(x.extent(0))),
      KOKKOS_LAMBDA(int site) {
        Complex<P> old[most_columns];   // NOLINT(modernize-avoid-c-arrays)
        Complex<P> other[most_columns]; // NOLINT(modernize-avoid-c-arrays)
        Complex<P> sum[most_columns];   // NOLINT(modernize-avoid-c-arrays)
        for (int s = 0; s < slices; ++s)
          for (int c = 0; c < ViewTraits<View>::components; ++c) {
            detail::ColumnsOfSite const of_x(x, site, slices, columns, s, c);
            detail::ColumnsOfSite const of_q(q, site, slices, columns, s, c);
            detail::ColumnsOfSite const of_p(p, site, slices, columns, s, c);
            of_p.load(old);
            of_x.load(sum);
            detail::add_columns(old, to_x, columns, sum);
            of_x.store(sum);
            of_q.load(other);
            for (auto& value : sum)
              value = {P(0), P(0)};
            detail::add_columns(other, to_q, columns, sum);
            of_q.store(sum);
            detail::add_columns(old, to_p, columns, sum);
            of_p.store(sum);
          }
      });
}

/// Copies column j of a field with several columns to a field with one column.
template <class View>
void copy_column(ExecutionSpace const& exec, View const& from, int columns, int j, View const& to) {
  int const first = static_cast<int>(from.extent(1)) / columns * j;
  detail::for_each_component(
      exec, "kitt::core::copy_column", to, KOKKOS_LAMBDA(int site, int s, int c) {
        Components(to, site, s).store(c, Components(from, site, first + s).load(c));
      });
}

/// Numbers of all columns in the memory of kernels, in the precision T of a field. Copies share the
/// memory.
template <class T>
class ColumnNumbers {
public:
  explicit ColumnNumbers(int columns)
      : numbers_("kitt::core::column_numbers", static_cast<std::size_t>(columns)),
        host_(Kokkos::create_mirror_view(numbers_)) {}

  T const* data() const { return numbers_.data(); }

  /// Sets the numbers. Requires that no kernel still reads the former numbers.
  void set(ExecutionSpace const& exec, std::vector<double> const& numbers) {
    for (std::size_t j = 0; j < numbers.size(); ++j)
      host_(j) = static_cast<T>(numbers[j]);
    Kokkos::deep_copy(exec, numbers_, host_);
  }

private:
  using View = Kokkos::View<T*, MemorySpace>;

  View numbers_;
  typename View::host_mirror_type host_;
};

namespace detail {

/// Returns one sum for each column of x. `term(sums, site, j, s, c)` adds its term to the packs
/// `sums.re` and `sums.im` of column j, to which slice s belongs. Each pass over the sites computes
/// the sums of a few columns.
template <class View, class Term>
std::vector<double> sum_of_columns(ExecutionSpace const& exec, char const* label, View const& x,
                                   int columns, Term const& term) {
  using P = typename ViewTraits<View>::pack;
  constexpr int at_once = 8;
  int const slices = static_cast<int>(x.extent(1)) / columns;
  std::vector<double> all;
  for (int first = 0; first < columns; first += at_once) {
    int const count = columns - first < at_once ? columns - first : at_once;
    ManySums<at_once> sums;
    Kokkos::parallel_reduce(
        label, SitePolicy(exec, 0, static_cast<int>(x.extent(0))),
        KOKKOS_LAMBDA(int site, ManySums<at_once>& total) {
          for (int j = 0; j < count; ++j) {
            Complex<P> own{P(0), P(0)};
            for (int s = (first + j) * slices; s < (first + j + 1) * slices; ++s)
              for (int c = 0; c < ViewTraits<View>::components; ++c)
                term(own, site, first + j, s, c);
            total.values[j] += sum_of_lanes(own.re) + sum_of_lanes(own.im);
          }
        },
        sums);
    all.insert(all.end(), sums.values, sums.values + count);
  }
  return all;
}

} // namespace detail

/// Returns the squared norm of each column of a field.
template <class View>
std::vector<double> column_norms2(ExecutionSpace const& exec, View const& x, int columns) {
  using P = typename ViewTraits<View>::pack;
  return detail::sum_of_columns(
      exec, "kitt::core::column_norms2", x, columns,
      KOKKOS_LAMBDA(Complex<P> & sums, int site, int, int s, int c) {
        detail::add_norm2(sums, Components(x, site, s).load(c));
      });
}

/// Returns the real part of the product x_j^dagger y_j of each column of two fields.
template <class View>
std::vector<double> column_products(ExecutionSpace const& exec, View const& x, View const& y,
                                    int columns) {
  using P = typename ViewTraits<View>::pack;
  return detail::sum_of_columns(
      exec, "kitt::core::column_products", x, columns,
      KOKKOS_LAMBDA(Complex<P> & sums, int site, int, int s, int c) {
        auto const a = Components(x, site, s).load(c);
        auto const b = Components(y, site, s).load(c);
        sums = {multiply_add(a.re, b.re, sums.re), multiply_add(a.im, b.im, sums.im)};
      });
}

/// Computes y_j -= a_j x_j for each column of two fields. Returns the squared norm of each column
/// of y.
template <class View, class T>
std::vector<double> subtract_columns_norm2(ExecutionSpace const& exec, ColumnNumbers<T> const& a,
                                           View const& x, View const& y, int columns) {
  using P = typename ViewTraits<View>::pack;
  auto const* const numbers = a.data();
  return detail::sum_of_columns(
      exec, "kitt::core::subtract_columns_norm2", x, columns,
      KOKKOS_LAMBDA(Complex<P> & sums, int site, int column, int s, int c) {
        Components const to(y, site, s);
        auto const value =
            detail::scaled_sum(P(-numbers[column]), Components(x, site, s).load(c), to.load(c));
        to.store(c, value);
        detail::add_norm2(sums, value);
      });
}

/// Computes x_j += a_j p_j and then p_j = r_j + b_j p_j for each column, both in one pass.
template <class View, class T>
void advance_each_column(ExecutionSpace const& exec, ColumnNumbers<T> const& a, View const& x,
                         View const& r, ColumnNumbers<T> const& b, View const& p, int columns) {
  using P = typename ViewTraits<View>::pack;
  int const slices = static_cast<int>(x.extent(1)) / columns;
  auto const* const along = a.data();
  auto const* const keep = b.data();
  detail::for_each_component(
      exec, "kitt::core::advance_each_column", x, KOKKOS_LAMBDA(int site, int s, int c) {
        Components const solution(x, site, s);
        Components const direction(p, site, s);
        auto const old = direction.load(c);
        solution.store(c, detail::scaled_sum(P(along[s / slices]), old, solution.load(c)));
        direction.store(
            c, detail::scaled_sum(P(keep[s / slices]), old, Components(r, site, s).load(c)));
      });
}

} // namespace kitt
