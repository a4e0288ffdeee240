// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/halo.hpp"
#include "core/lattice/order.hpp"
#include "core/lattice/stencil.hpp"
#include "core/operators/operands.hpp"

#include <array>
#include <utility>

namespace kitt {

/// The eight hops of one length as a kernel uses them: their ends, and their links, which contain
/// factor and sign.
template <class Links>
struct StaggeredLegs {
  Stencil::Table table;
  Links links;
};

/// Choice of a kernel: hops never end on another rank, or some may, and then each hop is tested.
enum class Remote { never, some };

/// A result out = factor * D in + diagonal term, on one parity, where D is the staggered hopping
/// term.
template <class Fields>
struct StaggeredSum {
  Fields out;
  double factor = 1;
  DiagonalTerm<Fields> diagonal = {}; ///< the diagonal term, whose field may be the result `out`
};

namespace detail {

template <class Fields>
KOKKOS_FORCEINLINE_FUNCTION ColourVector<typename ViewTraits<Fields>::pack>
load_colours(Fields const& field, int site, int s) {
  Components const from(field, site, s);
  ColourVector<typename ViewTraits<Fields>::pack> chi;
  for (int colour = 0; colour < colours; ++colour)
    chi[colour] = from.load(colour);
  return chi;
}

template <class P>
KOKKOS_FORCEINLINE_FUNCTION void permute_colours(ColourVector<P>& chi, int lane_distance) {
  with_lane_distance(lane_distance, [&](auto distance) {
    for (auto& element : chi)
      element = permute_lanes<distance()>(element);
  });
}

} // namespace detail

/// Functor that computes a StaggeredSum at one site: for each hop, a matrix times a vector. One
/// piece of code serves all cases: naive fermions (`Reaches` 1: hops over one site) and improved
/// fermions (`Reaches` 2: also hops over three sites); lanes in space-time, in s or in both; with
/// and without prefetching; lattices with and without splitting among ranks. For hops that end on
/// another rank, the functor reads the faces, which must all have arrived.
template <class Fields, class Links, std::size_t Reaches, Diagonal Kept, Prefetch Ahead,
          Remote Legs>
class StaggeredSite {
  using T = typename ViewTraits<Fields>::value_type;
  using P = typename ViewTraits<Fields>::pack;
  static_assert(ViewTraits<Fields>::components == colours, "staggered fields have one spin");
  /// True if lanes lie in space-time. Links have one lane for each lane of the fields in
  /// space-time; lanes along s share a link.
  static constexpr bool lanes_in_space = Links::lanes > 1;

public:
  StaggeredSite(Lattice const& lattice, std::array<StaggeredLegs<Links>, Reaches> const& reaches,
                Fields const& in, StaggeredSum<Fields> const& sum, FacesOf<Fields> const& faces,
                bool streams)
      : reaches_(reaches), faces_(faces), in_(in), out_(sum.out), diagonal_(sum.diagonal),
        factor_(static_cast<T>(sum.factor)), streams_(streams) {
    for (int mu = 0; mu < dimensions; ++mu)
      lane_distance_[static_cast<std::size_t>(mu)] = lattice.lane_distance(mu);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int site) const { visit(site); }

  /// Computes one site. Adds to `product` the site's part of the real product of the diagonal
  /// term's field with `out`.
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int site, double& product) const {
    product += static_cast<double>(sum_of_lanes(visit(site)));
  }

private:
  /// Computes one site. Returns the site's part of the real product of the diagonal term's field
  /// with `out`, lane by lane.
  KOKKOS_FORCEINLINE_FUNCTION P visit(int site) const {
    P product(0);
    int const packs_s = static_cast<int>(out_.extent(1));
    for (int s = 0; s < packs_s; ++s)
      finish(site, s, sum_of_legs(site, s, std::make_index_sequence<Reaches * legs>{}), product);
    return product;
  }

  template <std::size_t... Leg>
  KOKKOS_FORCEINLINE_FUNCTION ColourVector<P> sum_of_legs(int site, int s,
                                                          std::index_sequence<Leg...>) const {
    ColourVector<P> sum;
    (add_leg<Leg / legs, Leg % legs>(sum, site, s), ...);
    return sum;
  }

  template <std::size_t Reach, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void add_leg(ColourVector<P>& sum, int site, int s) const {
    constexpr Sum how = Reach == 0 && Leg == 0 ? Sum::start : Sum::add;
    auto const& [table, links] = reaches_[Reach];
    if constexpr (Ahead == Prefetch::yes)
      prefetch_leg<Reach, Leg>(site, s);
    auto const chi = neighbour<Leg>(neighbour_of(table, site, Leg), s);
    auto const link = links.template link<Leg, P>(site);
    sum[0] = plus_row<how>(link, std::integral_constant<int, 0>{}, chi, sum[0]);
    sum[1] = plus_row<how>(link, std::integral_constant<int, 1>{}, chi, sum[1]);
    sum[2] = plus_row<how>(link, std::integral_constant<int, 2>{}, chi, sum[2]);
  }

  /// Prefetches the field value that a hop of the next site reads, and the link of the site after
  /// that. Links are most of the data from memory. The hardware also predicts links, but stops at
  /// the end of a page, and a site takes two or more pages.
  template <std::size_t Reach, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_leg(int site, int s) const {
    auto const& [table, links] = reaches_[Reach];
    Components(in_, neighbour_of(table, later(site, 1), Leg).index(), s)
        .template prefetch<Cache::first>();
    Components(links.elements(), later(site, 2), Leg).template prefetch<Cache::second>();
  }

  KOKKOS_FORCEINLINE_FUNCTION int later(int site, int count) const {
    return Kokkos::min(site + count, static_cast<int>(out_.extent(0)) - 1);
  }

  /// Returns the colour vector at the end of a hop.
  template <int Leg>
  KOKKOS_FORCEINLINE_FUNCTION ColourVector<P> neighbour(Neighbour end, int s) const {
    if constexpr (Legs == Remote::some)
      if (end.remote()) [[unlikely]]
        return received<Leg>(end, s);
    auto chi = detail::load_colours(in_, end.index(), s);
    if constexpr (lanes_in_space)
      if (end.permuted())
        detail::permute_colours(chi, lane_distance_[Leg / 2]);
    return chi;
  }

  /// Returns the colour vector at the end of a remote hop.
  template <int Leg>
  KOKKOS_FORCEINLINE_FUNCTION ColourVector<P> received(Neighbour end, int s) const {
    constexpr Projector<T> none(Leg / 2, Phase::plus_one); // no projection for one spin
    typename FaceOf<Fields>::Room room;
    auto const values = read_beyond_edge(in_, faces_[Leg], hop_of(Leg), none, end.index(), s,
                                         lane_distance_[Leg / 2], room);
    return {values[0], values[1], values[2]};
  }

  /// Returns the product of one row of a link with a vector, added to `sum`. Each number of a link
  /// is used twice and loaded once, because loads limit the speed of the loop in cache (a tenth of
  /// the time).
  template <Sum How, class Link, class Row>
  KOKKOS_FORCEINLINE_FUNCTION static Complex<P>
  plus_row(Link const& link, Row row, ColourVector<P> const& chi, Complex<P> const& sum) {
    auto const first = loaded_once(link(row, 0));
    auto const begun = How == Sum::start ? first * chi[0] : multiply_add(first, chi[0], sum);
    return multiply_add(loaded_once(link(row, 2)), chi[2],
                        multiply_add(loaded_once(link(row, 1)), chi[1], begun));
  }

  KOKKOS_FORCEINLINE_FUNCTION void finish(int site, int s, ColourVector<P> const& sum,
                                          P& product) const {
    Components const out(out_, site, s);
    P const factor(factor_);
    for (int colour = 0; colour < colours; ++colour) {
      Complex<P> result{factor * sum[colour].re, factor * sum[colour].im};
      if constexpr (Kept == Diagonal::present) {
        P const number(static_cast<T>(diagonal_.number));
        auto const here = Components(diagonal_.here, site, s).load(colour);
        result = {multiply_add(number, here.re, result.re),
                  multiply_add(number, here.im, result.im)};
        product = multiply_add(here.re, result.re, multiply_add(here.im, result.im, product));
      }
      if (streams_)
        out.stream(colour, result);
      else
        out.store(colour, result);
    }
  }

  std::array<StaggeredLegs<Links>, Reaches> reaches_;
  FacesOf<Fields> faces_;
  Fields in_;
  Fields out_;
  DiagonalTerm<Fields> diagonal_;
  T factor_;
  std::array<int, dimensions> lane_distance_{};
  bool streams_; ///< true if results are written past the caches
};

} // namespace kitt
