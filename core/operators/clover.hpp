// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/field_strength.hpp"
#include "core/operators/hopping.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

namespace kitt {

/// Rows of a clover block: two spins of one chirality times three colours.
inline constexpr int clover_rows = half_spinor_components;
/// Complex numbers that store a clover block. The first three numbers are the real diagonal, two
/// elements in each number. The others are the elements below the diagonal, row by row.
inline constexpr int clover_numbers = clover_rows * clover_rows / 2;
/// Returns the place of an element below the diagonal in the storage of a clover block.
constexpr int clover_place(int row, int column) {
  return clover_rows / 2 + row * (row - 1) / 2 + column;
}

/// A hermitian 6 x 6 matrix on the host, which acts on the spinors of one chirality at one site.
/// Rows are 3 * (spin % 2) + colour. Only the elements on and below the diagonal are used.
using CloverBlock = std::array<std::array<std::complex<double>, clover_rows>, clover_rows>;
/// The blocks of the two chiralities at one site: upper spins (0, 1), lower spins (2, 3).
using CloverBlocks = std::array<CloverBlock, 2>;

/// Returns the site-local part A of the Wilson-clover operator at x: A = diagonal + csw i/4
/// sum_mu,nu sigma_mu,nu F_mu,nu, where sigma_mu,nu = i/2 [gamma_mu, gamma_nu] and F is
/// field_strength(). `links` is as for clover_leaves(). Sources: Sheikholeslami, Wohlert, Nucl.
/// Phys. B 259 (1985) 572; for the normalization, Luscher et al., Nucl. Phys. B 478 (1996) 365.
template <class Links>
CloverBlocks clover_blocks(Links const& links, Coordinate const& x, double diagonal, double csw) {
  static constexpr std::array<std::complex<double>, 4> phases{
      {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}}};
  CloverBlocks blocks{};
  for (auto& block : blocks)
    for (std::size_t i = 0; i < block.size(); ++i)
      block[i][i] = diagonal;
  for (auto const& plane : planes) {
    auto const strength = field_strength(links, x, plane);
    auto const& first = gammas[static_cast<std::size_t>(plane.mu)];
    auto const& second = gammas[static_cast<std::size_t>(plane.nu)];
    // The sum over both orders of mu and nu gives i/2 sigma F = -1/2 gamma_mu gamma_nu F per plane.
    for (std::size_t spin = 0; spin < spins; ++spin) {
      auto const between = static_cast<std::size_t>(first.source[spin]);
      auto const from = static_cast<std::size_t>(second.source[between]);
      auto const factor =
          -0.5 * csw * phases[static_cast<std::size_t>(first.phase[spin] * second.phase[between])];
      for (std::size_t i = 0; i < colours; ++i)
        for (std::size_t j = 0; j < colours; ++j)
          blocks[spin / 2][colours * (spin % 2) + i][colours * (from % 2) + j] +=
              product(factor, strength[i][j]);
    }
  }
  return blocks;
}

/// Inverts a hermitian positive matrix A = L L^dagger by Cholesky's method: A^-1 = L^-dagger L^-1.
/// Returns whether A is positive. Otherwise A is left in pieces.
inline bool invert_positive(CloverBlock& a) {
  auto const n = a.size();
  for (std::size_t j = 0; j < n; ++j) {
    double pivot = a[j][j].real();
    for (std::size_t k = 0; k < j; ++k)
      pivot -= std::norm(a[j][k]);
    if (!(pivot > 0))
      return false;
    a[j][j] = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k)
        a[i][j] -= product(a[i][k], std::conj(a[j][k]));
      a[i][j] /= a[j][j].real();
    }
  }
  for (std::size_t j = 0; j < n; ++j) { // L becomes L^-1, column by column
    a[j][j] = 1.0 / a[j][j].real();
    for (std::size_t i = j + 1; i < n; ++i) {
      std::complex<double> sum = 0;
      for (std::size_t k = j; k < i; ++k)
        sum += product(a[i][k], a[k][j]);
      a[i][j] = -sum / a[i][i].real();
    }
  }
  for (std::size_t i = 0; i < n; ++i) // row i of the result reads rows i and below of L^-1
    for (std::size_t j = 0; j <= i; ++j) {
      std::complex<double> sum = 0;
      for (std::size_t k = i; k < n; ++k)
        sum += product(std::conj(a[k][i]), a[k][j]);
      a[i][j] = sum;
    }
  return true;
}

/// One parity of a field of clover blocks. The two blocks of a site take the place of the slices of
/// a fifth dimension.
template <class T, int Lanes>
using CloverField = SpinorField<T, Lanes, 1, clover_numbers>;

namespace detail {

/// Stores the clover blocks of one lane of a site.
template <class View>
void store_clover_blocks(View const& view, CloverBlocks const& blocks, int site, int lane) {
  for (int chirality = 0; chirality < 2; ++chirality) {
    auto const put = [&](int number, int part, double value) {
      view(site, chirality, number, part, lane) =
          static_cast<typename ViewTraits<View>::value_type>(value);
    };
    for (int row = 0; row < clover_rows; ++row) {
      auto const& elements =
          blocks[static_cast<std::size_t>(chirality)][static_cast<std::size_t>(row)];
      put(row / 2, row % 2, elements[static_cast<std::size_t>(row)].real());
      for (int column = 0; column < row; ++column) {
        auto const& element = elements[static_cast<std::size_t>(column)];
        put(clover_place(row, column), 0, element.real());
        put(clover_place(row, column), 1, element.imag());
      }
    }
  }
}

} // namespace detail

/// Computes the clover blocks of one parity on the host. `field` has one lane for each lane in
/// space-time of the spinors. `links` and `diagonal` are as for clover_blocks(). If `inverse` is
/// not null, also computes the inverse blocks. Returns false if a block has no inverse because it
/// is not positive.
template <class T, int Lanes, class Links>
bool fill_clover(CloverField<T, Lanes> const& field, Parity parity, Links const& links,
                 double diagonal, double csw, CloverField<T, Lanes> const* inverse = nullptr) {
  auto const& lattice = field.lattice();
  auto const host = host_mirror(field.view());
  auto const inverse_host = host_mirror((inverse != nullptr ? *inverse : field).view());
  int wrong = 0;
  Kokkos::parallel_reduce(
      "kitt::core::clover::fill",
      Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, lattice.sites_per_parity()),
      [&](int site, int& failed) {
        for (int lane = 0; lane < Lanes; ++lane) {
          auto const x = lattice.coordinate({parity, static_cast<SiteIndex>(site), lane});
          auto blocks = clover_blocks(links, x, diagonal, csw);
          detail::store_clover_blocks(host, blocks, site, lane);
          if (inverse != nullptr) {
            failed += invert_positive(blocks[0]) && invert_positive(blocks[1]) ? 0 : 1;
            detail::store_clover_blocks(inverse_host, blocks, site, lane);
          }
        }
      },
      wrong);
  write_back(field.view(), host);
  if (inverse != nullptr)
    write_back(inverse->view(), inverse_host);
  return wrong == 0;
}

/// Returns the clover blocks of one parity. All lanes along s of a lattice share the blocks of
/// their site. `links`, `diagonal` and `csw` are as for clover_blocks().
template <class T, int Lanes, class Links>
CloverField<T, Lanes> make_clover(Lattice const& lattice, Parity parity, Links const& links,
                                  double diagonal, double csw,
                                  MemorySource const& memory = kokkos_memory) {
  auto lanes = lattice.lane_grid();
  lanes[4] = 1;
  CloverField<T, Lanes> const field("kitt::core::clover", Lattice(lattice.extents(), lanes), 2,
                                    memory);
  fill_clover(field, parity, links, diagonal, csw);
  return field;
}

/// The site-local part A of a Wilson-clover operator: A on both parities, and A^-1 on the even
/// sites, where the Schur complement needs it. Copies share the fields.
template <class T, int Lanes>
class CloverTerm {
public:
  using Field = CloverField<T, Lanes>;

  /// Computes the blocks on the host. `links` is as for clover_leaves(). `diagonal` is 4 + mass.
  /// Throws UserError if lanes lie along s, or if A is not positive on an even site.
  template <class Links>
  CloverTerm(Lattice const& lattice, Links const& links, double diagonal, double csw,
             MemorySource const& memory = kokkos_memory)
      : fields_{Field("kitt::core::clover::even", lattice, 2, memory),
                Field("kitt::core::clover::odd", lattice, 2, memory)},
        inverse_("kitt::core::clover::inverse", lattice, 2, memory) {
    KITT_VALIDATE(
        lattice.lanes_s() == 1,
        "the clover term does not fit a lattice with lanes along s (a block acts on whole "
        "sites): use a lattice with all lanes in space-time");
    bool const positive =
        fill_clover(matrix(Parity::even), Parity::even, links, diagonal, csw, &inverse_);
    fill_clover(matrix(Parity::odd), Parity::odd, links, diagonal, csw);
    KITT_VALIDATE(positive, "the clover term 4 + mass + csw i/4 sigma F is not positive on these "
                            "links (csw is large and the links are rough): choose a smaller csw, "
                            "a larger mass or smoother links");
  }

  Field const& matrix(Parity parity) const { return fields_[static_cast<std::size_t>(parity)]; }
  Field const& inverse() const { return inverse_; } ///< A^-1 on the even sites

private:
  std::array<Field, 2> fields_;
  Field inverse_;
};

/// Functor that multiplies the spinors of one site by the site's clover blocks, in all slices of
/// the fifth dimension: out = factor B in, or out += factor B in. `in` and `out` may be the same
/// field. Lanes along s share the blocks. All slices of a site use a block while it is in a cache.
template <class Spinors, class Blocks, Store Storing>
class CloverSite {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;
  using Half = std::array<Complex<P>, clover_rows>;

public:
  CloverSite(Blocks const& blocks, double factor, Spinors const& in, Spinors const& out)
      : blocks_(blocks), factor_(static_cast<T>(factor)), in_(in), out_(out) {}

  KOKKOS_FUNCTION void operator()(int site) const {
    for (int chirality = 0; chirality < 2; ++chirality)
      for (int s = 0; s < static_cast<int>(in_.extent(1)); ++s)
        multiply(Components(blocks_, site, chirality), Components(in_, site, s),
                 Components(out_, site, s), chirality * clover_rows);
  }

private:
  /// Multiplies the spinors of one chirality, whose components begin with number `first`. Each
  /// element below the diagonal is loaded once, and its conjugate is the element above it.
  KOKKOS_FORCEINLINE_FUNCTION void multiply(Components<Blocks> const& block,
                                            Components<Spinors> const& from,
                                            Components<Spinors> const& to, int first) const {
    Half in;
    Half sum;
    for (int row = 0; row < clover_rows; ++row) {
      in[row] = from.load(first + row);
      sum[row] = block.template load_part<P>(row / 2, row % 2) * in[row];
      for (int column = 0; column < row; ++column) {
        auto const element = block.template load<P>(clover_place(row, column));
        sum[row] = multiply_add(element, in[column], sum[row]);
        sum[column] =
            multiply_add(Complex<P>{element.re, negate(element.im)}, in[row], sum[column]);
      }
    }
    P const factor(factor_);
    for (int row = 0; row < clover_rows; ++row)
      to.store(first + row, Storing == Store::add
                                ? multiply_add(factor, sum[row], to.load(first + row))
                                : factor * sum[row]);
  }

  Blocks blocks_;
  T factor_;
  Spinors in_;
  Spinors out_;
};

/// Multiplies one parity of a field by clover blocks: out = factor B in, or out += factor B in.
/// `in` and `out` may be the same field.
template <Store Storing, class Blocks, class Spinors>
void multiply_by_clover(ExecutionSpace const& exec, Blocks const& blocks, double factor,
                        Spinors const& in, Spinors const& out) {
  detail::launch_sites(exec, "kitt::core::clover", out,
                       CloverSite<Spinors, Blocks, Storing>(blocks, factor, in, out));
}

/// The Wilson-clover operator M = A + D with the clover term A = 4 + mass + csw i/4 sigma F and the
/// hopping term D. `Term` is a CloverTerm in the precision and with the lanes of the hopping term.
template <class Hopping, class Term>
class CloverOperator {
public:
  CloverOperator(Hopping hopping, Term term)
      : hopping_(std::move(hopping)), term_(std::move(term)) {
    KITT_VALIDATE(term_.inverse().lattice() == lattice(),
                  "the clover term does not belong to the hopping term (they are on different "
                  "lattices): make both with the same lattice");
  }

  /// Applies the Wilson-clover operator M or its adjoint on both parities: out = M in, or out =
  /// M^dagger in. `in` and `out` are full fields or their views. Throws UserError if the fields do
  /// not fit the operator (operands.hpp).
  template <HoppingOperand<Hopping> Spinors>
  void operator()(ExecutionSpace const& exec, BothParities<Spinors> const& in,
                  BothParities<Spinors> const& out, Dagger dagger = Dagger::no) const {
    detail::apply_on_both(exec, *this, in, out, dagger);
  }

  Hopping const& hopping() const { return hopping_; }
  Lattice const& lattice() const { return hopping_.stencil().lattice(); }
  Term const& term() const { return term_; }

  /// Adds A in to out, on one parity. A is hermitian.
  template <class Spinors>
  void add_diagonal(ExecutionSpace const& exec, Parity parity, Spinors const& in,
                    Spinors const& out, Dagger = Dagger::no) const {
    multiply_by_clover<Store::add>(exec, term_.matrix(parity).view(), 1.0, in, out);
  }
  /// Sets out = factor * A^-1 in, on the even sites.
  template <class Spinors>
  void solve_diagonal(ExecutionSpace const& exec, double factor, Spinors const& in,
                      Spinors const& out, Dagger = Dagger::no) const {
    multiply_by_clover<Store::replace>(exec, term_.inverse().view(), factor, in, out);
  }

private:
  Hopping hopping_;
  Term term_;
};

} // namespace kitt
