// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/halo.hpp"
#include "core/lattice/order.hpp"
#include "core/lattice/stencil.hpp"
#include "core/lattice/traversal.hpp"
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

/// A StaggeredSum as kernels compute it: tables, fields and links. One piece of code serves all
/// cases: naive fermions (`Reaches` 1: hops over one site) and improved fermions (`Reaches` 2: also
/// hops over three sites); lanes in space-time, in s or in both; interior and exterior; with and
/// without prefetching; with and without the diagonal term.
template <class Fields, class Links, std::size_t Reaches>
class StaggeredTerm {
  using T = typename ViewTraits<Fields>::value_type;
  using P = typename ViewTraits<Fields>::pack;
  static_assert(ViewTraits<Fields>::components == colours, "staggered fields have one spin");
  /// True if lanes lie in space-time. Links have one lane for each lane of the fields in
  /// space-time; lanes along s share a link.
  static constexpr bool lanes_in_space = Links::lanes > 1;
  using AllLegs = std::make_index_sequence<Reaches * legs>;

public:
  /// Parameters that all passes of an operator have in common.
  struct Setting {
    Lattice const& lattice;
    std::array<StaggeredLegs<Links>, Reaches> reaches; ///< the longest hops are the last
    Visits const& visits;                              ///< one visit per site
    bool splits;                                       ///< true if the lattice is split among ranks
    bool streams; ///< true if results are written past the caches
  };

  StaggeredTerm(Setting const& setting, LegSet set, Fields const& in,
                StaggeredSum<Fields> const& sum, FacesOf<Fields> const& faces)
      : reaches_(setting.reaches), visits_(setting.visits), faces_(faces), in_(in), out_(sum.out),
        diagonal_(sum.diagonal), factor_(static_cast<T>(sum.factor)),
        // a pass over remote hops reads its results first, so it does not bypass the caches
        streams_(setting.streams && set != LegSet::remote), splits_(setting.splits),
        remote_only_(set == LegSet::remote) {
    for (int mu = 0; mu < dimensions; ++mu)
      lane_distance_[static_cast<std::size_t>(mu)] = setting.lattice.lane_distance(mu);
  }

  /// Computes one site visit. `number` is the index of the visit in the table. Returns the site's
  /// part of the real product of the diagonal term's field with `out`, lane by lane.
  template <LegSet Legs, Prefetch Ahead, Diagonal Kept>
  KOKKOS_FORCEINLINE_FUNCTION P visit(int number) const {
    P product(0);
    int const site = visits_(number).site;
    bool const edge =
        Legs == LegSet::remote || (Legs == LegSet::present && splits_ && at_edge(site));
    Later const later =
        Ahead == Prefetch::yes ? Later{site_of(number + 1), site_of(number + 2)} : Later{};
    int const packs_s = static_cast<int>(out_.extent(1));
    for (int s = 0; s < packs_s; ++s)
      finish<Legs, Kept>(
          site, s, edge ? sum_at_edge(site, s) : sum_of_legs<Ahead>(site, s, later, AllLegs{}),
          product);
    return product;
  }

private:
  /// The sites of the next visits, for prefetches.
  struct Later {
    int next = 0;
    int second = 0;
  };

  KOKKOS_FORCEINLINE_FUNCTION int site_of(int number) const {
    return visits_(Kokkos::min(number, static_cast<int>(visits_.extent(0)) - 1)).site;
  }

  /// Returns true if a hop ends on another rank. If any hop does, so does one of the longest.
  KOKKOS_FORCEINLINE_FUNCTION bool at_edge(int site) const {
    bool result = false;
    for (int leg = 0; leg < legs; ++leg)
      result |= neighbour_of(reaches_[Reaches - 1].table, site, leg).remote();
    return result;
  }

  template <Prefetch Ahead, std::size_t... Leg>
  KOKKOS_FORCEINLINE_FUNCTION ColourVector<P> sum_of_legs(int site, int s, Later const& later,
                                                          std::index_sequence<Leg...>) const {
    ColourVector<P> sum;
    (add_inner_leg<Ahead, Leg / legs, Leg % legs>(sum, site, s, later), ...);
    return sum;
  }

  template <Prefetch Ahead, std::size_t Reach, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void add_inner_leg(ColourVector<P>& sum, int site, int s,
                                                 Later const& later) const {
    if constexpr (Ahead == Prefetch::yes)
      prefetch_leg<Reach, Leg>(later, s);
    add_leg<Reach, Leg>(sum, site, inner<Leg>(neighbour_of(reaches_[Reach].table, site, Leg), s));
  }

  /// Returns the sum over the hops that this pass adds at a site at the edge of the rank. This
  /// function is not inlined: its code would take registers from sites inside, and one copy serves
  /// all kernels.
  [[gnu::noinline]] KOKKOS_FUNCTION ColourVector<P> sum_at_edge(int site, int s) const {
    return sum_at_edge(site, s, AllLegs{});
  }
  template <std::size_t... Leg>
  KOKKOS_FORCEINLINE_FUNCTION ColourVector<P> sum_at_edge(int site, int s,
                                                          std::index_sequence<Leg...>) const {
    ColourVector<P> sum;
    (add_edge_leg<Leg / legs, Leg % legs>(sum, site, s), ...);
    return sum;
  }

  template <std::size_t Reach, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void add_edge_leg(ColourVector<P>& sum, int site, int s) const {
    auto const end = neighbour_of(reaches_[Reach].table, site, Leg);
    bool const counts = end.remote() ? faces_[Leg].arrived() : !remote_only_;
    if (counts)
      add_leg<Reach, Leg>(sum, site, end.remote() ? received<Leg>(end, s) : inner<Leg>(end, s));
    else if (Reach == 0 && Leg == 0)
      sum = ColourVector<P>{};
  }

  /// Adds one hop to a sum. `chi` is the colour vector at the end of the hop.
  template <std::size_t Reach, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void add_leg(ColourVector<P>& sum, int site,
                                           ColourVector<P> const& chi) const {
    constexpr Sum how = Reach == 0 && Leg == 0 ? Sum::start : Sum::add;
    auto const link = reaches_[Reach].links.template link<Leg, P>(site);
    sum[0] = plus_row<how>(link, std::integral_constant<int, 0>{}, chi, sum[0]);
    sum[1] = plus_row<how>(link, std::integral_constant<int, 1>{}, chi, sum[1]);
    sum[2] = plus_row<how>(link, std::integral_constant<int, 2>{}, chi, sum[2]);
  }

  /// Prefetches the field value that a hop of the next site reads, and the link of the site after
  /// that. Links are most of the data from memory. The hardware also predicts links, but stops at
  /// the end of a page, and a site takes two or more pages.
  template <std::size_t Reach, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_leg(Later const& later, int s) const {
    auto const& [table, links] = reaches_[Reach];
    Components(in_, neighbour_of(table, later.next, Leg).index(), s)
        .template prefetch<Cache::first>();
    Components(links.elements(), later.second, Leg).template prefetch<Cache::second>();
  }

  /// Returns the colour vector at the end of a hop within the rank.
  template <int Leg>
  KOKKOS_FORCEINLINE_FUNCTION ColourVector<P> inner(Neighbour end, int s) const {
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

  /// Writes the result of one site. The pass over remote hops adds to the present result.
  template <LegSet Legs, Diagonal Kept>
  KOKKOS_FORCEINLINE_FUNCTION void finish(int site, int s, ColourVector<P> const& sum,
                                          P& product) const {
    Components const out(out_, site, s);
    P const factor(factor_);
    for (int colour = 0; colour < colours; ++colour) {
      Complex<P> result{factor * sum[colour].re, factor * sum[colour].im};
      if constexpr (Legs == LegSet::remote) {
        auto const present = out.load(colour);
        result = {present.re + result.re, present.im + result.im};
      }
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
  Visits visits_;
  FacesOf<Fields> faces_;
  Fields in_;
  Fields out_;
  DiagonalTerm<Fields> diagonal_;
  T factor_;
  std::array<int, dimensions> lane_distance_{};
  bool streams_; ///< true if results are written past the caches
  bool splits_;
  bool remote_only_; ///< for sites at the edge: this pass adds only remote hops
};

/// Functor that computes a StaggeredSum at one site visit, given by its number: for each hop, a
/// matrix times a vector.
template <class Fields, class Links, std::size_t Reaches, LegSet Legs, Prefetch Ahead,
          Diagonal Kept>
class StaggeredSite {
  using Term = StaggeredTerm<Fields, Links, Reaches>;

public:
  using Setting = typename Term::Setting;

  StaggeredSite(Setting const& setting, Fields const& in, StaggeredSum<Fields> const& sum,
                FacesOf<Fields> const& faces)
      : term_(setting, Legs, in, sum, faces) {}

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int number) const {
    term_.template visit<Legs, Ahead, Kept>(number);
  }

  /// Computes one site visit. Adds to `product` the site's part of the real product of the diagonal
  /// term's field with `out`.
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int number, double& product) const {
    product += static_cast<double>(sum_of_lanes(term_.template visit<Legs, Ahead, Kept>(number)));
  }

  /// Computes the site visits from `begin` up to, but not including, `end`. Not inlined, because
  /// all loops of a CPU share its code.
  [[gnu::noinline]] void sweep(int begin, int end) const {
    for (int number = begin; number < end; ++number)
      (*this)(number);
  }

private:
  Term term_;
};

} // namespace kitt
