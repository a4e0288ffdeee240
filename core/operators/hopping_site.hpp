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
#include <utility>

namespace kitt {

/// The legs that a pass adds. `all`: for lattices that are not split. `present`: all but remote
/// legs whose faces have not arrived. `remote`: the legs from other ranks alone, added to what
/// `out` holds.
enum class LegSet { all, present, remote };

/// Sites with eight legs within the rank, and those at its edge. A direction of a site at the edge
/// may have both legs within the rank.
enum class SiteKind { inside, edge };

/// What is compiled into the code of a site. At the edge `ahead` and `kept` are asked at run time
/// instead, so that kernels share that code.
struct Pass {
  SiteKind site;
  Dagger adjoint;
  Prefetch ahead = Prefetch::no;
  Diagonal kept = Diagonal::absent;
};

/// The hopping term of a lattice as kernels see it: its tables, fields and links. Computes one
/// visit for HoppingSite. One body serves Wilson and domain wall, lanes in space-time, in s or
/// both, interior and exterior, D and its adjoint, in cache and out of it, alone or with the
/// diagonal part of an operator: they differ in the types of the views and in a Pass.
template <class Spinors, class Links>
class HoppingSum {
  using T = typename ViewTraits<Spinors>::value_type;
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

public:
  /// What all passes of an operator have in common.
  struct Setting {
    Stencil const& stencil;
    Parity target;
    Visits const& visits;
    Links links;
    bool streams = false; ///< results are written past the caches
  };

  HoppingSum(Setting const& setting, LegSet set, Prefetch ahead, Spinors const& in,
             Spinors const& out, FacesOf<Spinors> const& faces,
             DiagonalTerm<Spinors> const& diagonal)
      : table_(setting.stencil.table(setting.target)), visits_(setting.visits),
        links_(setting.links), in_(in), out_(out), faces_(faces), diagonal_(diagonal),
        // the pass over remote legs reads its results first
        streams_(setting.streams && set != LegSet::remote), splits_(setting.stencil.splits()),
        remote_only_(set == LegSet::remote), prefetches_(ahead == Prefetch::yes),
        keeps_diagonal_(diagonal.here.data() != nullptr) {
    for (int mu = 0; mu < dimensions; ++mu)
      lane_distance_[static_cast<std::size_t>(mu)] = setting.stencil.lattice().lane_distance(mu);
  }

  /// Computes the sum over the legs of a visit, given by its number.
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

  /// Computes a visit at the edge. This function is not inlined: its code would take registers from
  /// sites inside, and one copy serves all kernels.
  template <Dagger Adjoint>
  [[gnu::noinline]] KOKKOS_FUNCTION void visit_edge(int number) const {
    visit_site<Pass{SiteKind::edge, Adjoint}>(number);
  }

private:
  /// One pack of s of a site: what the kernel works on at one time.
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

  /// How many visits ahead a spinor is prefetched that no visit has met yet: memory answers later
  /// than the nearer caches.
  static constexpr int visits_until_new = 4;
  /// Whether it is prefetched at all: that gained a tenth where a pack is a cache line, and cost
  /// about 5 % with packs of 32 bytes (measured: perf/NOTES.md).
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

  /// Whether the first legs of a site set the sum, as there is nothing to add to. At the edge that
  /// would be a second copy of their code, for 24 of some 1400 additions.
  template <Pass Now>
  static constexpr bool starts_with_legs =
      Now.site == SiteKind::inside&& Now.kept == Diagonal::absent;

  /// The pass over remote legs adds to its results. Others begin with the diagonal part, if any.
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

  /// Adds the two legs of a direction, one spin of their projected spinors after the other: a sum
  /// of 24 packs fits no CPU's registers beside what is added to it, and so is read and written
  /// once for two legs, while the products of one spin stay in registers (measured: perf/NOTES.md).
  /// At a site at the edge most directions have no remote leg, and are added as those of sites
  /// inside.
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

  /// Vectors of up to three colours stay in registers, where rows are told apart at compile time.
  /// More would not, and a loop over rows keeps the code of a site in the cache of instructions.
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

  /// `u` and `v`: the links of the forward and the backward leg. What it prefetches stands between
  /// two products, which leave the ports of loads and stores time; beside the sums, which spins add
  /// to at their ends, it cost a tenth (measured: perf/NOTES.md).
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

  /// Adds one leg, both spins, one row of its link after the other.
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

  /// The product of a link with one spin of the projected spinor at the end of its leg, zero for a
  /// leg that this pass does not add. It goes column by column: of the spin one number is needed at
  /// a time, and the rows' sums do not wait for each other. Its code is there twice, with lanes
  /// exchanged and without, and for what has travelled: around branches among the columns clang
  /// writes registers to the stack.
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

  /// The projected spinor at the end of a leg.
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

  /// One row of a link times both spins.
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

  /// A number of a link is loaded once for the two instructions that use it. One that all lanes
  /// share is anyway, and then the order that the compiler chooses is a fifth faster.
  template <class Number>
  KOKKOS_FORCEINLINE_FUNCTION static Number loaded(Number const& number) {
    if constexpr (lanes_in_space)
      return loaded_once(number);
    else
      return number;
  }

  /// Prefetches for the next place, if at all: an eighth of it, that of one leg.
  template <Pass Now, int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_for([[maybe_unused]] Place after) const {
    if (prefetches<Now>()) {
      prefetch_leg<Leg>(after);
      if constexpr (hop_of(Leg) == Hop::forward)
        prefetch_own<Now, Leg / 2>(after);
    }
  }

  /// Prefetches what one leg of the next place reads: its link alone where that is most of it and
  /// no other place reads it (the hardware sees links come, but stops at the end of a page, of
  /// which a site takes two), and past the outer caches, which are better used for spinors; else
  /// the spinor, unless it lies along x, where the sites before met it, and the link if it is
  /// stored smaller. To prefetch all legs at once, before the first, is slower (measured:
  /// perf/NOTES.md). `[[likely]]` is for Wilson; domain wall asks at run time only where all its
  /// lanes lie in space-time.
  template <int Leg>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_leg(Place after) const {
    if (shares_no_links()) [[likely]]
      return links_.template prefetch<Leg, Cache::first_alone>(after.site);
    if constexpr (Leg / 2 > 0)
      prefetch_neighbour<Leg, Cache::first>(after.site, after.s);
    if constexpr (Links::storage != LinkStorage::full)
      links_.template prefetch<Leg, Cache::first>(after.site);
  }

  /// Whether each link multiplies the spinor of one 4-D site alone, as Wilson's do.
  KOKKOS_FORCEINLINE_FUNCTION bool shares_no_links() const {
    return Links::lanes == lanes && in_.extent(1) == 1;
  }

  /// Prefetches a quarter of what the next place writes to the caches, and of its own spinor where
  /// the operator has a diagonal part. `[[likely]]` keeps it in line, to be jumped over where
  /// results are streamed: out of line it cost DWF5 a quarter (measured: perf/NOTES.md).
  template <Pass Now, int Part>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_own(Place after) const {
    if (!streams_) [[likely]]
      Components(out_, after.site, after.s)
          .template prefetch_part<Cache::first, Part, dimensions>();
    if (keeps_diagonal<Now>())
      Components(diagonal_.here, after.site, after.s)
          .template prefetch_part<Cache::first, Part, dimensions>();
  }

  /// Prefetches the spinor that a visit reads through its last leg: in most orders no visit has met
  /// that site before.
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_new(Visit const& visit) const {
    prefetch_neighbour<leg_of(dimensions - 1, Hop::forward), Cache::second>(visit.site,
                                                                            visit.first_s);
  }

  /// Prefetches the spinor at the end of a leg, in vain where that is remote: to ask took sites
  /// inside a fifth of their speed and those at the edge 4 to 6 %, as the hardware sees the spinors
  /// of a face come.
  template <int Leg, Cache Level>
  KOKKOS_FORCEINLINE_FUNCTION void prefetch_neighbour(int site, int s) const {
    Components(in_, neighbour_of(table_, site, Leg).index(), s).template prefetch<Level>();
  }

  /// One spin of the projected spinor at the end of a leg within the rank, its numbers computed as
  /// they are asked for.
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

  /// The end of a leg within the rank.
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

  /// The end of a leg, in a direction with a remote leg.
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
    /// Whether this pass adds the leg.
    KOKKOS_FORCEINLINE_FUNCTION bool counts() const { return counts_; }
    /// One spin of what has travelled.
    template <int Upper>
    KOKKOS_FORCEINLINE_FUNCTION TravellingOf<Spinors> travelled() const {
      return {half_.numbers + 2 * Upper * dimension * lanes};
    }
    /// One spin at an end within the rank.
    template <int Upper>
    KOKKOS_FORCEINLINE_FUNCTION ProjectedSpin<Now, Leg, Upper> spin() const {
      return inner_.template spin<Upper>();
    }

  private:
    InnerLeg<Now, Leg> inner_;
    bool counts_;
    TravellingOf<Spinors> half_; ///< what has travelled: upper spin, then lower one
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
  bool remote_only_;    ///< at the edge
  bool prefetches_;     ///< at the edge
  bool keeps_diagonal_; ///< at the edge
};

/// Computes the hopping term of one visit, given by its number: at its site, for each of its packs
/// of s, the sum over the legs of -1/2 (1 -+ gamma_mu) U psi, where the links hold the factor
/// (hopping.hpp has the formula), and the diagonal part of an operator if `Kept` says so.
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

  /// The visits from `begin` up to `end`, one after the other. A function of its own: all loops of
  /// a CPU share its code, which takes long to compile.
  [[gnu::noinline]] void sweep(int begin, int end) const {
    for (int number = begin; number < end; ++number)
      (*this)(number);
  }

private:
  Term term_;
};

} // namespace kitt
