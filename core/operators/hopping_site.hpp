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
  static constexpr int half_components = components / 2;
  static constexpr int dimension = Links::dimension; ///< colours
  using Whole = Spinor<P, dimension>;
  using Half = HalfSpinor<P, dimension>;
  /// Links have as many lanes as lie in space-time. Lanes along s share a link.
  static constexpr bool lanes_in_space = Links::lanes > 1;
  using Neighbours = std::array<Neighbour, legs>;
  /// Whether the first leg of a site sets the sum, as there is nothing to add to.
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
      add_legs<Kind>({visit.site, s}, after, neighbours, std::make_integer_sequence<int, legs>{});
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

  template <SiteKind Kind, int... Leg>
  KOKKOS_FORCEINLINE_FUNCTION void add_legs(Place here, Place after, Neighbours const& neighbours,
                                            std::integer_sequence<int, Leg...>) const {
    Components const out(out_, here.site, here.s);
    Whole sum;
    if constexpr (Legs == LegSet::remote)
      for (int c = 0; c < components; ++c)
        sum[c / dimension][c % dimension] = out.load(c);
    if constexpr (Kept == Diagonal::present)
      begin_with_diagonal(sum, here);
    (add_leg<Kind, Leg>(sum, here, after, neighbours[Leg]), ...);
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

  template <SiteKind Kind, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void add_leg(Whole& sum, Place here, Place after,
                                           Neighbour neighbour) const {
    if constexpr (Memory != Access::plain)
      prefetch_leg<Kind, Leg>(after);
    constexpr Phase sign = projector_sign(hop_of(Leg), Adjoint);
    constexpr Sum how = starts_with_legs && Leg == 0 ? Sum::start : Sum::add;
    if constexpr (Legs == LegSet::remote)
      if (!neighbour.remote())
        return;
    if constexpr (Legs == LegSet::present && Kind == SiteKind::edge)
      if (neighbour.remote() && !faces_[Leg].arrived()) {
        if constexpr (how == Sum::start)
          sum = Whole{};
        return;
      }
    Half const half = half_spinor<Kind, Leg, sign>(neighbour, here.s);
    if constexpr (rows_in_registers) {
      add_rows<Leg, sign, how>(sum, here.site, half, std::make_integer_sequence<int, dimension>{});
    } else {
      for (int row = 0; row < dimension; ++row)
        add_row<Leg, sign, how>(sum, here.site, half, row);
    }
  }

  /// Sums of up to three colours stay in registers, where rows are told apart at compile time. More
  /// would not, and a loop over rows keeps the code of a site in the cache of instructions.
  static constexpr bool rows_in_registers = dimension <= 3;

  template <int Leg, Phase Sign, Sum Add, int... Row>
  KOKKOS_FORCEINLINE_FUNCTION void add_rows(Whole& sum, int site, Half const& half,
                                            std::integer_sequence<int, Row...>) const {
    (add_row<Leg, Sign, Add>(sum, site, half, std::integral_constant<int, Row>{}), ...);
  }

  /// Multiplies both spins by one row of a link. In cache, loads bind the loop unless an element
  /// that no lanes share is loaded once for both spins. Out of cache one spin after the other is
  /// faster (measured: perf/NOTES.md).
  template <int Leg, Phase Sign, Sum Add, class Row>
  KOKKOS_FORCEINLINE_FUNCTION void add_row(Whole& sum, int site, Half const& half, Row row) const {
    auto const u = links_.template row<Leg, P>(site, row);
    if constexpr (Memory == Access::plain && lanes_in_space && Links::lanes == lanes) {
      auto const first = loaded_once(u[0]);
      Complex<P> upper = first * half[0][0];
      Complex<P> lower = first * half[1][0];
      for (int column = 1; column < dimension; ++column) {
        auto const element = loaded_once(u[column]);
        upper = multiply_add(element, half[0][column], upper);
        lower = multiply_add(element, half[1][column], lower);
      }
      add_reconstructed<Leg / 2, Sign, Add, 0>(sum, row, upper);
      add_reconstructed<Leg / 2, Sign, Add, 1>(sum, row, lower);
    } else {
      add_reconstructed<Leg / 2, Sign, Add, 0>(sum, row, row_times(u, half[0]));
      add_reconstructed<Leg / 2, Sign, Add, 1>(sum, row, row_times(u, half[1]));
    }
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

  /// The projected spinor at the end of a leg: from the field or, across the rank's edge, from the
  /// face.
  template <SiteKind Kind, int Leg, Phase Sign>
  KOKKOS_FORCEINLINE_FUNCTION Half half_spinor(Neighbour neighbour, int s) const {
    Half half;
    if constexpr (Kind == SiteKind::edge)
      if (Legs == LegSet::remote || neighbour.remote()) [[unlikely]] {
        receive<Leg, Sign>(half, neighbour.index(), s);
        return half;
      }
    if constexpr (Legs != LegSet::remote) {
      project_site<Leg, Sign>(half, neighbour.index(), s);
      if constexpr (lanes_in_space)
        if (neighbour.permuted())
          permute(half, lane_distance_[Leg / 2]);
    }
    return half;
  }

  template <int Leg, Phase Sign>
  KOKKOS_FORCEINLINE_FUNCTION void project_site(Half& half, int site, int s) const {
    Components const psi(in_, site, s);
    project<Leg / 2, Sign>(
        half, [&](int spin, int colour) { return psi.load(dimension * spin + colour); });
  }

  /// Reads a half spinor from a face and, where lanes lie across the edge, takes the lanes that
  /// stay within the rank from the field.
  template <int Leg, Phase Sign>
  KOKKOS_FORCEINLINE_FUNCTION void receive(Half& half, int slot, int s) const {
    auto const& face = faces_[Leg];
    if constexpr (lanes_in_space)
      if (face.cut) {
        project_site<Leg, Sign>(half, face.sources[slot], s);
        permute(half, lane_distance_[Leg / 2]);
        with_lane_distance(lane_distance_[Leg / 2], [&](auto distance) {
          face.at(slot, s, [&](auto const* packs) {
            for (int c = 0; c < half_components; ++c)
              half[c / dimension][c % dimension] = from_travel<distance(), hop_of(Leg)>(
                  half[c / dimension][c % dimension], load<P>(packs + c * lanes));
          });
        });
        return;
      }
    face.at(slot, s, [&](auto const* packs) {
      for (int c = 0; c < half_components; ++c)
        half[c / dimension][c % dimension] = {load<P>(packs + 2 * c * lanes),
                                              load<P>(packs + (2 * c + 1) * lanes)};
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION static void permute(Half& half, int distance) {
    switch (distance) {
    case 1:
      return permute<1>(half);
    case 2:
      return permute<2>(half);
    case 4:
      return permute<4>(half);
    default:
      return permute<8>(half);
    }
  }

  template <int Distance>
  KOKKOS_FORCEINLINE_FUNCTION static void permute(Half& half) {
    for (auto& spin : half)
      for (auto& element : spin)
        element = {permute_lanes<Distance>(element.re), permute_lanes<Distance>(element.im)};
  }

  KOKKOS_FORCEINLINE_FUNCTION static Complex<P> loaded_once(Complex<P> const& element) {
    return {kitt::loaded_once(element.re), kitt::loaded_once(element.im)};
  }
  KOKKOS_FORCEINLINE_FUNCTION static P loaded_once(P const& element) {
    return kitt::loaded_once(element);
  }

  /// The product of the columns up to `Last`.
  template <int Last = dimension - 1, class Row>
  KOKKOS_FORCEINLINE_FUNCTION static Complex<P>
  row_times(Row const& row, ColourVector<P, dimension> const& vector) {
    if constexpr (Last == 0)
      return row[0] * vector[0];
    else
      return multiply_add(row[Last], vector[Last], row_times<Last - 1>(row, vector));
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
