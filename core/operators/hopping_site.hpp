// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file
/// The hopping term of one site, as kernels compute it. In short, with the names of the code:
///
///     visit(number):                            // one site and a range of packs of s
///       neighbours = table[site]                // ends of the eight hops; each one may be remote
///       for s in first_s ... end_s - 1:         // a pack: several slices of s, or several sites
///         sum = out(site, s)                    if this pass adds only remote hops
///             = number * diagonal(site, s)      if the operator has a diagonal part
///             = 0                               otherwise
///         for mu in x, y, z, t:
///           for hop in forward, backward:
///             if hop is remote:                 // only at the edge of the rank
///               skip if the ghosts have not arrived
///               half = ghosts[hop](site, s)     // projected by the sender
///             else:
///               skip if this pass adds only remote hops
///               half = upper spins of (1 -+ gamma_mu) in(neighbours[hop], s)
///               permute lanes of half           if the hop leaves a sub-lattice of the lanes
///             half = link(site, hop) * half     // -1/2 U_mu(x) or -1/2 U_mu^dagger(x - mu)
///             sum += reconstruct(half)          // all four spins
///           prefetch an eighth of the next pack for each hop, if the pass prefetches
///         out(site, s) = sum                    // past the caches, if the setting says `streams`
///
/// D has the signs (1 - gamma_mu) forward and (1 + gamma_mu) backward. D^dagger has the opposite
/// signs. On a split lattice, sites inside run a copy of the code without tests for remote hops.
/// Sites at the edge run the full code in visit_edge. If lanes lie across the edge, only some lanes
/// of `half` come from another rank, and read_beyond_edge takes the others from `in`. If ghosts
/// arrive after a visit of the edge, a second pass adds the remote hops.

#include "core/algebra/spin.hpp"
#include "core/fields/link_field.hpp"
#include "core/fields/spinor_field.hpp"
#include "core/halo/halo.hpp"
#include "core/lattice/stencil.hpp"
#include "core/lattice/traversal.hpp"
#include "core/operators/operands.hpp"

#include <array>
#include <utility>

namespace kitt {

/// Position of a site in its rank: inside, with all eight hops on the same rank, or at the edge. In
/// some directions, a site at the edge may have both hops on the same rank.
enum class SiteKind { inside, edge };

/// Compile-time parameters of the code for a site. At the edge, `ahead` and `kept` are decided at
/// run time instead, so that all kernels share the code for the edge.
struct Pass {
  SiteKind site;
  Dagger adjoint;
  Prefetch ahead = Prefetch::no;
  Diagonal kept = Diagonal::absent;
};

/// The hopping term of a lattice as kernels use it: tables, fields and links. The kernel computes
/// one site visit for HoppingSite. One piece of code serves all cases, which differ only in the
/// types of the views and in a Pass. The cases are: Wilson and domain wall; lanes in space-time, in
/// s or in both; interior and exterior; D and its adjoint; with and without prefetching; with and
/// without the diagonal part of an operator.
template <class Spinors, class Links>
class HoppingSum {
  using T = typename ViewTraits<Spinors>::value_type;
  using P = typename ViewTraits<Spinors>::pack;
  static constexpr int lanes = ViewTraits<Spinors>::lanes;
  static constexpr int components = ViewTraits<Spinors>::components;
  static constexpr int dimension = Links::dimension; ///< number of colours of the representation
  using Whole = Spinor<P, dimension>;
  using Vector = ColourVector<P, dimension>;
  using Link = typename Links::template Link<P>;
  /// True if lanes lie in space-time. Links have one lane for each lane of the spinors in
  /// space-time; lanes along s share a link.
  static constexpr bool lanes_in_space = Links::lanes > 1;
  using Neighbours = std::array<Neighbour, legs>;

public:
  /// Parameters that all passes of an operator have in common.
  struct Setting {
    Stencil const& stencil;
    Parity target;
    Visits const& visits;
    Links links;
    bool streams = false; ///< true if results are written past the caches
  };

  HoppingSum(Setting const& setting, LegSet set, Prefetch ahead, Spinors const& in,
             Spinors const& out, FacesOf<Spinors> const& faces,
             DiagonalTerm<Spinors> const& diagonal)
      : table_(setting.stencil.table(setting.target)), visits_(setting.visits),
        links_(setting.links), in_(in), out_(out), faces_(faces), diagonal_(diagonal),
        // a pass over remote hops reads its results first, so it does not bypass the caches
        streams_(setting.streams && set != LegSet::remote), splits_(setting.stencil.splits()),
        remote_only_(set == LegSet::remote), prefetches_(ahead == Prefetch::yes),
        keeps_diagonal_(diagonal.here.data() != nullptr) {
    for (int mu = 0; mu < dimensions; ++mu)
      lane_distance_[static_cast<std::size_t>(mu)] = setting.stencil.lattice().lane_distance(mu);
  }

  /// Computes the sum over the hops of one site visit. `number` is the index of the visit in the
  /// table.
  template <LegSet Legs, Dagger Adjoint, Prefetch Ahead, Diagonal Kept>
  KOKKOS_FORCEINLINE_FUNCTION void visit(int number) const {
    if constexpr (Ahead == Prefetch::yes && reaches_further)
      prefetch_new(later(number, visits_until_new));
    if constexpr (Legs == LegSet::remote) {
      visit_edge<Adjoint>(number);
    } else {
      if constexpr (Legs == LegSet::present)
        if (splits_ && at_edge(visits_(number).site))
          return visit_edge<Adjoint>(number);
      visit_site<Pass{SiteKind::inside, Adjoint, Ahead, Kept}>(number);
    }
  }

  /// Computes a site visit at the edge of the rank. This function is not inlined: its code would
  /// take registers from sites inside, and one copy serves all kernels.
  template <Dagger Adjoint>
  [[gnu::noinline]] KOKKOS_FUNCTION void visit_edge(int number) const {
    visit_site<Pass{SiteKind::edge, Adjoint}>(number);
  }

private:
  /// One pack of s of a site, which is the unit of work of a kernel.
  struct Place {
    int site;
    int s;
  };

  KOKKOS_FORCEINLINE_FUNCTION bool at_edge(int site) const {
    bool result = false;
    for (int leg = 0; leg < legs; ++leg)
      result |= neighbour_of(table_, site, leg).remote();
    return result;
  }

  template <Pass Now>
  KOKKOS_FORCEINLINE_FUNCTION void visit_site(int number) const {
    Visit const visit = visits_(number);
    Visit const next = later(number, 1);
    Neighbours neighbours;
    for (std::size_t leg = 0; leg < legs; ++leg)
      neighbours[leg] = neighbour_of(table_, visit.site, leg);
    for (int s = visit.first_s; s < visit.end_s; ++s) {
      Place const after =
          s + 1 < visit.end_s ? Place{visit.site, s + 1} : Place{next.site, next.first_s};
      sum_legs<Now>({visit.site, s}, after, neighbours,
                    std::make_integer_sequence<int, dimensions>{});
    }
  }

  /// Number of site visits from the prefetch of a spinor that was not read yet to the visit that
  /// reads the spinor. The number is larger than 1 because memory answers later than the nearer
  /// caches.
  static constexpr int visits_until_new = 4;
  /// True if spinors that the kernel has not read yet are prefetched. The prefetches gained a tenth
  /// if a pack is a cache line, and cost about 5 % with packs of 32 bytes (measured:
  /// docs/developer/performance-log.md).
  static constexpr bool reaches_further = sizeof(P) >= 64;

  KOKKOS_FORCEINLINE_FUNCTION Visit later(int number, int count) const {
    return visits_(Kokkos::min(number + count, static_cast<int>(visits_.extent(0)) - 1));
  }

  template <Pass Now, int... Mu>
  KOKKOS_FORCEINLINE_FUNCTION void sum_legs(Place here, Place after, Neighbours const& neighbours,
                                            std::integer_sequence<int, Mu...>) const {
    Components const out(out_, here.site, here.s);
    Whole sum;
    if constexpr (!starts_with_legs<Now>)
      begin_sum<Now>(sum, out, here);
    (add_direction<Now, Mu>(sum, here, after, neighbours), ...);
    if (streams_)
      for (int c = 0; c < components; ++c) {
        out.stream(c, sum[c / dimension][c % dimension]);
        keep_order_of_stores();
      }
    else
      for (int c = 0; c < components; ++c) {
        out.store(c, sum[c / dimension][c % dimension]);
        keep_order_of_stores();
      }
  }

  /// True if the first hops of a site set the sum, because there is nothing to add to. For sites at
  /// the edge, setting the sum would need a second copy of the code of the hops, and would save
  /// only 24 of about 1400 additions.
  template <Pass Now>
  static constexpr bool starts_with_legs =
      Now.site == SiteKind::inside&& Now.kept == Diagonal::absent;

  /// Starts the sum of a site. The pass over remote hops starts from the present result of the
  /// site. Other passes start from the diagonal part, or from zero.
  template <Pass Now>
  KOKKOS_FORCEINLINE_FUNCTION void begin_sum(Whole& sum, Components<Spinors> const& out,
                                             Place here) const {
    if (Now.site == SiteKind::edge && remote_only_)
      for (int c = 0; c < components; ++c)
        sum[c / dimension][c % dimension] = out.load(c);
    else if (keeps_diagonal<Now>())
      begin_with_diagonal(sum, here);
    else
      sum = Whole{};
  }

  template <Pass Now>
  KOKKOS_FORCEINLINE_FUNCTION bool keeps_diagonal() const {
    if constexpr (Now.site == SiteKind::edge)
      return keeps_diagonal_;
    else
      return Now.kept == Diagonal::present;
  }
  template <Pass Now>
  KOKKOS_FORCEINLINE_FUNCTION bool prefetches() const {
    if constexpr (Now.site == SiteKind::edge)
      return prefetches_;
    else
      return Now.ahead == Prefetch::yes;
  }

  KOKKOS_FORCEINLINE_FUNCTION void begin_with_diagonal(Whole& sum, Place here) const {
    Components const psi(diagonal_.here, here.site, here.s);
    P const number(static_cast<typename ViewTraits<Spinors>::value_type>(diagonal_.number));
    for (int c = 0; c < components; ++c) {
      auto const element = psi.load(c);
      sum[c / dimension][c % dimension] = {number * element.re, number * element.im};
    }
  }

  /// Adds the two hops of a direction, one spin of the projected spinors at a time. The sum has 24
  /// packs, and no CPU has registers for these and for the products. With this order, the sum is
  /// read and written once for two hops, and the products of one spin stay in registers (measured:
  /// docs/developer/performance-log.md). For a site at the edge, directions without a remote hop
  /// use the code of sites inside.
  template <Pass Now, int Mu>
  KOKKOS_FORCEINLINE_FUNCTION void add_direction(Whole& sum, Place here, Place after,
                                                 Neighbours const& neighbours) const {
    constexpr int forward = leg_of(Mu, Hop::forward);
    constexpr int backward = leg_of(Mu, Hop::backward);
    if constexpr (Now.site == SiteKind::edge) {
      if (neighbours[forward].remote() || neighbours[backward].remote())
        return add_legs<Now, Mu>(sum, here, after,
                                 EdgeLeg<Now, forward>(*this, neighbours[forward], here.s),
                                 EdgeLeg<Now, backward>(*this, neighbours[backward], here.s));
      if (remote_only_)
        return;
    }
    add_legs<Now, Mu>(sum, here, after, InnerLeg<Now, forward>{*this, neighbours[forward], here.s},
                      InnerLeg<Now, backward>{*this, neighbours[backward], here.s});
  }

  /// True if vectors stay in registers. With up to three colours they do, and the rows are unrolled
  /// at compile time. With more colours the vectors would not fit into registers, and a loop over
  /// rows keeps the code of a site in the instruction cache.
  static constexpr bool vectors_in_registers = dimension <= 3;

  template <Pass Now, int Mu, class Forward, class Backward>
  KOKKOS_FORCEINLINE_FUNCTION void add_legs(Whole& sum, Place here, Place after,
                                            Forward const& forward,
                                            Backward const& backward) const {
    Link const u = links_.template link<leg_of(Mu, Hop::forward), P>(here.site);
    Link const v = links_.template link<leg_of(Mu, Hop::backward), P>(here.site);
    if constexpr (vectors_in_registers) {
      add_spin<Now, Mu, 0>(sum, after, forward, backward, u, v);
      add_spin<Now, Mu, 1>(sum, after, forward, backward, u.read_anew(), v.read_anew());
    } else {
      add_rows<Now, leg_of(Mu, Hop::forward)>(sum, after, forward, u);
      add_rows<Now, leg_of(Mu, Hop::backward)>(sum, after, backward, v);
    }
  }

  /// Adds one spin of both hops in direction Mu. `u` and `v` are the links of the forward and the
  /// backward hop. The prefetches stand between the two products, because the products leave load
  /// and store ports free. Next to the additions at the end, the prefetches cost a tenth of the
  /// speed (measured: docs/developer/performance-log.md).
  template <Pass Now, int Mu, int Upper, class Forward, class Backward>
  KOKKOS_FORCEINLINE_FUNCTION void add_spin(Whole& sum, Place after, Forward const& forward,
                                            Backward const& backward, Link const& u,
                                            Link const& v) const {
    Vector const plus = product<Upper>(u, forward);
    prefetch_for<Now, leg_of(Mu, Upper == 0 ? Hop::forward : Hop::backward)>(after);
    Vector const minus = product<Upper>(v, backward);
    for (int row = 0; row < dimension; ++row)
      add_reconstructed<Mu, sign_of<Now>(leg_of(Mu, Hop::forward)), starting_with<Now>(Mu == 0),
                        Upper>(sum, row, add<Phase::plus_one>(plus[row], minus[row]),
                               add<Phase::minus_one>(plus[row], minus[row]));
  }

  /// Adds both spins of one hop, one row of its link at a time.
  template <Pass Now, int Leg, class End>
  KOKKOS_FORCEINLINE_FUNCTION void add_rows(Whole& sum, Place after, End const& end,
                                            Link const& link) const {
    constexpr Sum how = starting_with<Now>(Leg == 0);
    prefetch_for<Now, Leg>(after);
    if (!end.counts()) {
      if constexpr (how == Sum::start)
        sum = Whole{};
      return;
    }
    auto const half = half_spinor(end);
    for (int row = 0; row < dimension; ++row) {
      auto const product = row_times(link, row, half);
      add_reconstructed<Leg / 2, sign_of<Now>(Leg), how, 0>(sum, row, product.upper, product.upper);
      add_reconstructed<Leg / 2, sign_of<Now>(Leg), how, 1>(sum, row, product.lower, product.lower);
    }
  }

  template <Pass Now>
  static constexpr Phase sign_of(int leg) {
    return projector_sign(hop_of(leg), Now.adjoint);
  }
  template <Pass Now>
  static constexpr Sum starting_with(bool first) {
    return starts_with_legs<Now> && first ? Sum::start : Sum::add;
  }

  /// Returns the product of a link and one spin of the projected spinor at the end of its hop.
  /// Returns zero if this pass does not add the hop. The product goes column by column: a column
  /// needs one number of the spin at a time, and the sums of the rows do not wait for each other.
  /// The code exists three times: with lanes exchanged, without, and for spinors from another rank.
  /// With branches between the columns, clang would write registers to the stack.
  template <int Upper, class End>
  KOKKOS_FORCEINLINE_FUNCTION static Vector product(Link const& link, End const& end) {
    if (!end.counts())
      return {};
    constexpr auto columns = std::make_integer_sequence<int, dimension>{};
    if constexpr (End::at_edge)
      if (end.remote())
        return by_columns(link, end.template travelled<Upper>(), columns);
    auto const spin = end.template spin<Upper>();
    if constexpr (lanes_in_space)
      if (spin.permuted)
        return by_columns(link, spin, columns);
    return by_columns(link, spin, columns);
  }

  /// Returns the projected spinor at the end of a hop.
  template <class End>
  KOKKOS_FORCEINLINE_FUNCTION static HalfSpinor<P, dimension> half_spinor(End const& end) {
    if constexpr (End::at_edge)
      if (end.remote())
        return both_spins(end.template travelled<0>(), end.template travelled<1>());
    return both_spins(end.template spin<0>(), end.template spin<1>());
  }
  template <class Upper, class Lower>
  KOKKOS_FORCEINLINE_FUNCTION static HalfSpinor<P, dimension> both_spins(Upper const& upper,
                                                                         Lower const& lower) {
    HalfSpinor<P, dimension> half;
    for (int colour = 0; colour < dimension; ++colour) {
      half[0][colour] = upper[colour];
      half[1][colour] = lower[colour];
    }
    return half;
  }

  struct BothSpins {
    Complex<P> upper;
    Complex<P> lower;
  };

  /// Returns the products of one row of a link with both spins.
  KOKKOS_FORCEINLINE_FUNCTION static BothSpins row_times(Link const& link, int row,
                                                         HalfSpinor<P, dimension> const& half) {
    auto const first = loaded(link(row, 0));
    Complex<P> upper = first * half[0][0];
    Complex<P> lower = first * half[1][0];
    for (int column = 1; column < dimension; ++column) {
      auto const element = loaded(link(row, column));
      upper = multiply_add(element, half[0][column], upper);
      lower = multiply_add(element, half[1][column], lower);
    }
    return {upper, lower};
  }

  template <class Half, int First, int... Others>
  KOKKOS_FORCEINLINE_FUNCTION static Vector
  by_columns(Link const& link, Half const& half,
             std::integer_sequence<int, First, Others...> rows) {
    Vector result;
    add_column<Sum::start, First>(result, link, half[First], rows);
    (add_column<Sum::add, Others>(result, link, half[Others], rows), ...);
    return result;
  }

  template <Sum How, int Column, int... Row>
  KOKKOS_FORCEINLINE_FUNCTION static void add_column(Vector& result, Link const& link,
                                                     Complex<P> const& number,
                                                     std::integer_sequence<int, Row...>) {
    if constexpr (How == Sum::start)
      ((result[Row] = loaded(link(std::integral_constant<int, Row>{}, Column)) * number), ...);
    else
      ((result[Row] = multiply_add(loaded(link(std::integral_constant<int, Row>{}, Column)), number,
                                   result[Row])),
       ...);
  }

  /// Returns an element of a link, loaded once for the two instructions that use it. If all lanes
  /// share the link, the compiler loads the element once anyway, and its own order of instructions
  /// is a fifth faster.
  template <class Number>
  KOKKOS_FORCEINLINE_FUNCTION static Number loaded(Number const& number) {
    if constexpr (lanes_in_space)
      return loaded_once(number);
    else
      return number;
  }

  /// Prefetches data of one hop of the next site visit, about an eighth of the visit's data, if the
  /// pass prefetches.
  template <Pass Now, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_for([[maybe_unused]] Place after) const {
    if (prefetches<Now>()) {
      prefetch_leg<Leg>(after);
      if constexpr (hop_of(Leg) == Hop::forward)
        prefetch_own<Now, Leg / 2>(after);
    }
  }

  /// Prefetches the data that one hop of the next site visit reads.
  ///
  /// If each link multiplies the spinor of only one 4-D site, only the link is prefetched, because
  /// links are most of the data. The hardware also predicts links, but stops at the end of a page,
  /// and a site takes two pages. Links are used once, and spinors profit more from the outer
  /// caches.
  ///
  /// If several 4-D sites share a link, the spinor is prefetched, except along x, where earlier
  /// sites have read it. The link is prefetched if it is stored in compressed form.
  ///
  /// Prefetching all hops at once, before the first, is slower (measured:
  /// docs/developer/performance-log.md). The attribute `[[likely]]` favours Wilson. For domain
  /// wall, the choice between link and spinor is made at run time only if all lanes lie in
  /// space-time.
  template <int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_leg(Place after) const {
    if (shares_no_links()) [[likely]]
      return links_.template prefetch<Leg, Cache::first_once>(after.site);
    if constexpr (Leg / 2 > 0)
      prefetch_neighbour<Leg, Cache::first>(after.site, after.s);
    if constexpr (Links::storage != LinkStorage::full)
      links_.template prefetch<Leg, Cache::first>(after.site);
  }

  /// Returns true if each link multiplies the spinor of only one 4-D site, as for Wilson.
  KOKKOS_FORCEINLINE_FUNCTION bool shares_no_links() const {
    return Links::lanes == lanes && in_.extent(1) == 1;
  }

  /// Prefetches a quarter of the result of the next site visit, unless results are written past the
  /// caches. Also prefetches a quarter of the spinor of the next site visit, if the operator has a
  /// diagonal part. `[[likely]]` keeps this code inline. A separate function slowed DWF5 by a
  /// quarter (measured: docs/developer/performance-log.md).
  template <Pass Now, int Part>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_own(Place after) const {
    if (!streams_) [[likely]]
      Components(out_, after.site, after.s)
          .template prefetch_part<Cache::first, Part, dimensions>();
    if (keeps_diagonal<Now>())
      Components(diagonal_.here, after.site, after.s)
          .template prefetch_part<Cache::first, Part, dimensions>();
  }

  /// Prefetches the spinor that a site visit reads through its last hop. In most orders, no earlier
  /// visit has read that spinor.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_new(Visit const& visit) const {
    prefetch_neighbour<leg_of(dimensions - 1, Hop::forward), Cache::second>(visit.site,
                                                                            visit.first_s);
  }

  /// Prefetches the spinor at the end of a hop. If the hop is remote, the prefetch is useless but
  /// harmless. A test for that case would cost sites inside a fifth of their speed and sites at the
  /// edge 4 to 6 %, because the hardware predicts the spinors of a face.
  template <int Leg, Cache Level>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_neighbour(int site, int s) const {
    Components(in_, neighbour_of(table_, site, Leg).index(), s).template prefetch<Level>();
  }

  /// One spin of the projected spinor at the end of a hop within the rank. The numbers of the
  /// spinor are computed when they are needed.
  template <Pass Now, int Leg, int Upper>
  struct ProjectedSpin {
    Components<Spinors> psi;
    bool permuted;
    int lane_distance;

    KOKKOS_FORCEINLINE_FUNCTION Complex<P> operator[](int colour) const {
      auto const number = projected<Leg / 2, sign_of<Now>(Leg), Upper, dimension>(psi, colour);
      if constexpr (lanes_in_space)
        if (permuted)
          return permute_lanes(number, lane_distance);
      return number;
    }
  };

  /// The end of a hop within the rank.
  template <Pass Now, int Leg>
  struct InnerLeg {
    static constexpr bool at_edge = false;
    HoppingSum const& of;
    Neighbour const& end;
    int s;

    KOKKOS_FORCEINLINE_FUNCTION static constexpr bool counts() { return true; }
    template <int Upper>
    KOKKOS_FORCEINLINE_FUNCTION ProjectedSpin<Now, Leg, Upper> spin() const {
      return {Components(of.in_, end.index(), s), end.permuted(), of.lane_distance_[Leg / 2]};
    }
  };

  /// The end of a hop in a direction that has a remote hop.
  template <Pass Now, int Leg>
  class EdgeLeg {
  public:
    static constexpr bool at_edge = true;

    KOKKOS_FORCEINLINE_FUNCTION EdgeLeg(HoppingSum const& of, Neighbour const& end, int s)
        : inner_{of, end, s}, counts_(remote() ? of.faces_[Leg].arrived() : !of.remote_only_) {
      constexpr Projector<T> projector(Leg / 2, sign_of<Now>(Leg));
      if (remote() && counts_)
        half_ = read_beyond_edge(of.in_, of.faces_[Leg], hop_of(Leg), projector, end.index(), s,
                                 of.lane_distance_[Leg / 2], room_);
    }

    KOKKOS_FORCEINLINE_FUNCTION bool remote() const { return inner_.end.remote(); }
    /// Returns true if this pass adds the hop.
    KOKKOS_FORCEINLINE_FUNCTION bool counts() const { return counts_; }
    /// Returns one spin of the projected spinor that came from another rank.
    template <int Upper>
    KOKKOS_FORCEINLINE_FUNCTION TravellingOf<Spinors> travelled() const {
      return {half_.numbers + 2 * Upper * dimension * lanes};
    }
    /// Returns one spin at the end of a hop within the rank.
    template <int Upper>
    KOKKOS_FORCEINLINE_FUNCTION ProjectedSpin<Now, Leg, Upper> spin() const {
      return inner_.template spin<Upper>();
    }

  private:
    InnerLeg<Now, Leg> inner_;
    bool counts_;
    TravellingOf<Spinors> half_; ///< projected spinor from another rank: upper, then lower spin
    typename FaceOf<Spinors>::Room room_;
  };

  Stencil::Table table_;
  Visits visits_;
  Links links_;
  Spinors in_;
  Spinors out_;
  FacesOf<Spinors> faces_;
  DiagonalTerm<Spinors> diagonal_;
  std::array<int, dimensions> lane_distance_{};
  bool streams_;
  bool splits_;
  bool remote_only_;    ///< for sites at the edge: this pass adds only remote hops
  bool prefetches_;     ///< for sites at the edge: this pass prefetches
  bool keeps_diagonal_; ///< for sites at the edge: this pass adds the diagonal part of an operator
};

/// Functor that computes the hopping term of one site visit, given by its number. For each pack of
/// s of the site, the functor sums -1/2 (1 -+ gamma_mu) U psi over the hops. The links contain the
/// factor (hopping.hpp has the formula). If `Kept` is `present`, the functor adds the diagonal part
/// of an operator.
template <class Spinors, class Links, LegSet Legs, Dagger Adjoint, Prefetch Ahead,
          Diagonal Kept = Diagonal::absent>
class HoppingSite {
  using Term = HoppingSum<Spinors, Links>;

public:
  using Setting = typename Term::Setting;

  HoppingSite(Setting const& setting, Spinors const& in, Spinors const& out,
              FacesOf<Spinors> const& faces, DiagonalTerm<Spinors> const& diagonal = {})
      : term_(setting, Legs, Ahead, in, out, faces, diagonal) {}

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int number) const {
    term_.template visit<Legs, Adjoint, Ahead, Kept>(number);
  }

  /// Computes the site visits from `begin` up to, but not including, `end`. Not inlined, because
  /// its code takes long to compile and all loops of a CPU share it.
  [[gnu::noinline]] void sweep(int begin, int end) const {
    for (int number = begin; number < end; ++number)
      (*this)(number);
  }

private:
  Term term_;
};

} // namespace kitt
