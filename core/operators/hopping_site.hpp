// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/algebra/spin.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/halo.hpp"
#include "core/lattice/stencil.hpp"
#include "core/lattice/traversal.hpp"
#include "core/operators/diagonal.hpp"

#include <array>
#include <type_traits>
#include <utility>

namespace kitt {

/// The legs that a pass adds. `all`: for lattices that are not split. `present`: all but remote
/// legs whose faces have not arrived. `remote`: the legs from other ranks alone, added to what
/// `out` holds.
enum class LegSet { all, present, remote };

/// Computes the hopping term of one visit, given by its number: at its site, for each of its packs
/// of s, the sum over the legs of -1/2 (1 -+ gamma_mu) U psi, where the links hold the factor
/// (hopping.hpp has the formula). One body for Wilson and domain wall, lanes in space-time, in s or
/// both, interior and exterior, D and its adjoint, in cache and out of it, alone or with the
/// diagonal part of an operator: they differ in the types of the views and in `Legs`, `Adjoint`,
/// `Memory` and `Kept`.
template <class Spinors, class Links, LegSet Legs, Dagger Adjoint, Access Memory,
          Diagonal Kept = Diagonal::absent>
class HoppingSite {
  using P = typename ViewTraits<Spinors>::pack;
  static constexpr int lanes = ViewTraits<Spinors>::lanes;
  static constexpr int components = ViewTraits<Spinors>::components;
  static constexpr int dimension = Links::dimension; ///< colours
  using Whole = Spinor<P, dimension>;
  using Vector = ColourVector<P, dimension>;
  using Link = typename Links::template Link<P>;
  /// Links have as many lanes as lie in space-time. Lanes along s share a link.
  static constexpr bool lanes_in_space = Links::lanes > 1;
  using Neighbours = std::array<Neighbour, legs>;
  /// Whether the first legs of a site set the sum, as there is nothing to add to.
  static constexpr bool starts_with_legs = Legs != LegSet::remote && Kept == Diagonal::absent;

public:
  /// What all passes of an operator have in common.
  struct Setting {
    Stencil const& stencil;
    Parity target;
    Visits const& visits;
    Links links;
  };

  HoppingSite(Setting const& setting, Spinors const& in, Spinors const& out,
              FacesOf<Spinors> const& faces, DiagonalTerm<Spinors> const& diagonal = {})
      : table_(setting.stencil.table(setting.target)), visits_(setting.visits),
        links_(setting.links), in_(in), out_(out), faces_(faces), diagonal_(diagonal) {
    for (int mu = 0; mu < dimensions; ++mu)
      lane_distance_[static_cast<std::size_t>(mu)] = setting.stencil.lattice().lane_distance(mu);
  }

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int number) const {
    if constexpr (Memory != Access::plain)
      prefetch_new(later(number, visits_until_new));
    if constexpr (Legs == LegSet::present)
      if (at_edge(visits_(number).site))
        return visit_edge(number);
    visit_site<Legs == LegSet::remote ? SiteKind::edge : SiteKind::inside>(number);
  }

  /// The visits from `begin` up to `end`, one after the other. A function of its own: all loops of
  /// a CPU share its code, which takes long to compile.
  [[gnu::noinline]] void sweep(int begin, int end) const {
    for (int number = begin; number < end; ++number)
      (*this)(number);
  }

private:
  /// One pack of s of a site: what the kernel works on at one time.
  struct Place {
    int site;
    int s;
  };

  /// Sites with eight legs within the rank, and those at its edge.
  enum class SiteKind { inside, edge };

  KOKKOS_FORCEINLINE_FUNCTION bool at_edge(int site) const {
    bool result = false;
    for (int leg = 0; leg < legs; ++leg)
      result |= table_(site, leg).remote();
    return result;
  }

  template <SiteKind Kind>
  KOKKOS_FORCEINLINE_FUNCTION void visit_site(int number) const {
    Visit const visit = visits_(number);
    Visit const next = later(number, 1);
    Neighbours neighbours;
    for (std::size_t leg = 0; leg < legs; ++leg)
      neighbours[leg] = table_(visit.site, leg);
    for (int s = visit.first_s; s < visit.end_s; ++s) {
      Place const after =
          s + 1 < visit.end_s ? Place{visit.site, s + 1} : Place{next.site, next.first_s};
      sum_legs<Kind>({visit.site, s}, after, neighbours,
                     std::make_integer_sequence<int, dimensions>{});
    }
  }

  /// A function of its own, so that the code of faces takes no registers from the sites inside.
  [[gnu::noinline]] KOKKOS_FUNCTION void visit_edge(int number) const {
    visit_site<SiteKind::edge>(number);
  }

  /// How many visits ahead a spinor is prefetched that no visit has met yet: memory answers later
  /// than the nearer caches (measured: perf/NOTES.md).
  static constexpr int visits_until_new = 4;

  KOKKOS_FORCEINLINE_FUNCTION Visit later(int number, int count) const {
    return visits_(Kokkos::min(number + count, static_cast<int>(visits_.extent(0)) - 1));
  }

  template <SiteKind Kind, int... Mu>
  KOKKOS_FORCEINLINE_FUNCTION void sum_legs(Place here, Place after, Neighbours const& neighbours,
                                            std::integer_sequence<int, Mu...>) const {
    Components const out(out_, here.site, here.s);
    Whole sum;
    if constexpr (Legs == LegSet::remote)
      for (int c = 0; c < components; ++c)
        sum[c / dimension][c % dimension] = out.load(c);
    if constexpr (Kept == Diagonal::present)
      begin_with_diagonal(sum, here);
    (add_direction<Kind, Mu>(sum, here, after, neighbours), ...);
    for (int c = 0; c < components; ++c)
      if constexpr (Memory == Access::stream)
        out.stream(c, sum[c / dimension][c % dimension]);
      else
        out.store(c, sum[c / dimension][c % dimension]);
  }

  KOKKOS_FORCEINLINE_FUNCTION void begin_with_diagonal(Whole& sum, Place here) const {
    Components const psi(diagonal_.here, here.site, here.s);
    P const number(static_cast<typename ViewTraits<Spinors>::value_type>(diagonal_.number));
    for (int c = 0; c < components; ++c) {
      auto const element = psi.load(c);
      sum[c / dimension][c % dimension] = {number * element.re, number * element.im};
    }
  }

  /// Adds the two legs of a direction, one spin of their projected spinors after the other: a sum
  /// of 24 packs fits no CPU's registers beside what is added to it, and so is read and written
  /// once for two legs, while the products of one spin stay in registers (measured: perf/NOTES.md).
  template <SiteKind Kind, int Mu>
  KOKKOS_FORCEINLINE_FUNCTION void add_direction(Whole& sum, Place here, Place after,
                                                 Neighbours const& neighbours) const {
    constexpr int forward = leg_of(Mu, Hop::forward);
    constexpr int backward = leg_of(Mu, Hop::backward);
    if constexpr (Memory != Access::plain)
      prefetch_leg<Kind, forward>(after);
    if constexpr (Legs == LegSet::remote)
      if (!neighbours[forward].remote() && !neighbours[backward].remote())
        return;
    Link const u = links_.template link<forward, P>(here.site);
    Link const v = links_.template link<backward, P>(here.site);
    add_spin<Kind, Mu, 0>(sum, here.s, neighbours, u, v);
    if constexpr (Memory != Access::plain)
      prefetch_leg<Kind, backward>(after);
    add_spin<Kind, Mu, 1>(sum, here.s, neighbours, u.read_anew(), v.read_anew());
  }

  /// `u` and `v`: the links of the forward and the backward leg.
  template <SiteKind Kind, int Mu, int Upper>
  KOKKOS_FORCEINLINE_FUNCTION void add_spin(Whole& sum, int s, Neighbours const& neighbours,
                                            Link const& u, Link const& v) const {
    constexpr Phase sign = projector_sign(Hop::forward, Adjoint);
    constexpr Phase other_sign = projector_sign(Hop::backward, Adjoint);
    constexpr Sum how = starts_with_legs && Mu == 0 ? Sum::start : Sum::add;
    Vector const plus = product<Kind, leg_of(Mu, Hop::forward), sign, Upper>(u, neighbours, s);
    Vector const minus =
        product<Kind, leg_of(Mu, Hop::backward), other_sign, Upper>(v, neighbours, s);
    for (int row = 0; row < dimension; ++row)
      add_reconstructed<Mu, sign, how, Upper>(sum, row, plus[row], minus[row]);
  }

  /// The product of a link with one spin of the projected spinor at the end of its leg, zero for a
  /// leg that this pass does not add.
  template <SiteKind Kind, int Leg, Phase Sign, int Upper>
  KOKKOS_FORCEINLINE_FUNCTION Vector product(Link const& link, Neighbours const& neighbours,
                                             int s) const {
    Neighbour const neighbour = neighbours[Leg];
    if constexpr (Kind == SiteKind::edge) {
      if (Legs == LegSet::remote ? !neighbour.remote()
                                 : neighbour.remote() && !faces_[Leg].arrived())
        return {};
      Vector const half = edge_spin<Leg, Sign, Upper>(neighbour, s);
      return multiply(link, [&](int colour) { return half[colour]; });
    } else {
      return multiply(link, [&](int colour) {
        return projected_number<Leg, Sign, Upper>(neighbour, s, colour);
      });
    }
  }

  /// Vectors of up to three colours stay in registers, where rows are told apart at compile time.
  /// More would not, and a loop over rows keeps the code of a site in the cache of instructions.
  static constexpr bool vectors_in_registers = dimension <= 3;

  /// The product of a link with the vector that `half(colour)` gives. Where it fits registers, it
  /// goes column by column: of the vector one number is needed at a time, and the rows' sums do not
  /// wait for each other.
  template <class Half>
  KOKKOS_FORCEINLINE_FUNCTION static Vector multiply(Link const& link, Half const& half) {
    if constexpr (vectors_in_registers) {
      return by_columns(link, half, std::make_integer_sequence<int, dimension>{});
    } else {
      Vector vector;
      for (int column = 0; column < dimension; ++column)
        vector[column] = half(column);
      Vector result;
      for (int row = 0; row < dimension; ++row) {
        result[row] = link(row, 0) * vector[0];
        for (int column = 1; column < dimension; ++column)
          result[row] = multiply_add(link(row, column), vector[column], result[row]);
      }
      return result;
    }
  }

  template <class Half, int... Row>
  KOKKOS_FORCEINLINE_FUNCTION static Vector by_columns(Link const& link, Half const& half,
                                                       std::integer_sequence<int, Row...>) {
    auto const element = [&](auto row, int column) { return loaded(link(row, column)); };
    auto const first = half(0);
    Vector result{(element(std::integral_constant<int, Row>{}, 0) * first)...};
    for (int column = 1; column < dimension; ++column) {
      auto const number = half(column);
      ((result[Row] =
            multiply_add(element(std::integral_constant<int, Row>{}, column), number, result[Row])),
       ...);
    }
    return result;
  }

  /// A number of a link is loaded once for the two instructions that use it. One that all lanes
  /// share is anyway, and then the order that the compiler chooses is a fifth faster.
  template <class Number>
  KOKKOS_FORCEINLINE_FUNCTION static Number loaded(Number const& number) {
    if constexpr (lanes_in_space)
      return loaded_once(number);
    else
      return number;
  }

  /// Prefetches the spinor and the link that one leg of the next place reads, and an eighth of what
  /// that place writes, and of its own spinor where the operator has a diagonal part. To prefetch
  /// all of it at once, before the first leg, is slower.
  template <SiteKind Kind, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_leg(Place after) const {
    Neighbour const neighbour = table_(after.site, Leg);
    prefetch_neighbour<Kind, Leg, Cache::first>(neighbour, after.s);
    links_.template prefetch<Leg>(after.site);
    if constexpr (Memory == Access::prefetch)
      Components(out_, after.site, after.s).template prefetch_part<Cache::first, Leg, legs>();
    if constexpr (Kept == Diagonal::present)
      Components(diagonal_.here, after.site, after.s)
          .template prefetch_part<Cache::first, Leg, legs>();
  }

  /// Prefetches the spinor that a visit reads through its last leg: in most orders no visit has met
  /// that site before.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_new(Visit const& visit) const {
    constexpr int leg = leg_of(dimensions - 1, Hop::forward);
    Neighbour const neighbour = table_(visit.site, leg);
    prefetch_neighbour<SiteKind::inside, leg, Cache::second>(neighbour, visit.first_s);
  }

  /// Prefetches the spinor at the end of a leg; from a site at the edge, what a face holds of it
  /// too. Sites inside do not ask whether a leg of the next one is remote, and then prefetch in
  /// vain: to ask took a fifth of their speed.
  template <SiteKind Kind, int Leg, Cache Level>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_neighbour(Neighbour neighbour, int s) const {
    int site = neighbour.index();
    if constexpr (Kind == SiteKind::edge)
      if (neighbour.remote()) [[unlikely]] {
        if (!faces_[Leg].arrived())
          return;
        faces_[Leg].template prefetch<Level>(site, s);
        if (!faces_[Leg].cut)
          return;
        site = faces_[Leg].sources[site];
      }
    Components(in_, site, s).template prefetch<Level>();
  }

  /// One number of the projected spinor at the end of a leg within the rank.
  template <int Leg, Phase Sign, int Upper>
  KOKKOS_FORCEINLINE_FUNCTION Complex<P> projected_number(Neighbour neighbour, int s,
                                                          int colour) const {
    Components const psi(in_, neighbour.index(), s);
    auto const number = projected<Leg / 2, Sign, Upper>(
        [&](int spin, int c) { return psi.load(dimension * spin + c); }, colour);
    if constexpr (lanes_in_space)
      if (neighbour.permuted())
        return permute_lanes(number, lane_distance_[Leg / 2]);
    return number;
  }

  /// One spin of the projected spinor at the end of a leg, of a site at the edge: from the field
  /// or, across the edge, from the face. Where lanes lie across the edge, those that stay within
  /// the rank come from the field.
  template <int Leg, Phase Sign, int Upper>
  KOKKOS_FORCEINLINE_FUNCTION Vector edge_spin(Neighbour neighbour, int s) const {
    auto const& face = faces_[Leg];
    int const slot = neighbour.index();
    bool const joined = lanes_in_space && neighbour.remote() && face.cut;
    Vector half;
    if (neighbour.remote() && !joined) {
      take_from_face<Upper * dimension>(face, slot, s, half);
      return half;
    }
    Neighbour const within =
        joined ? Neighbour(Neighbour::Kind::permuted, face.sources[slot]) : neighbour;
    for (int colour = 0; colour < dimension; ++colour)
      half[colour] = projected_number<Leg, Sign, Upper>(within, s, colour);
    if constexpr (lanes_in_space)
      if (joined)
        join_from_face<Leg, Upper * dimension>(face, slot, s, lane_distance_[Leg / 2], half);
    return half;
  }

  Stencil::Table table_;
  Visits visits_;
  Links links_;
  Spinors in_;
  Spinors out_;
  FacesOf<Spinors> faces_;
  DiagonalTerm<Spinors> diagonal_;
  std::array<int, dimensions> lane_distance_{};
};

} // namespace kitt
