// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_storage.hpp"
#include "perf/ceilings/bandwidth_curve.hpp"
#include "perf/ceilings/precision.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

/// \file
/// The one place that says how much work and how much unavoidable traffic a kernel has. No other
/// file holds such a number.

namespace kitt::perf {

/// How the floating-point operations of the hopping term are counted, per site.
enum class FlopCount : int {
  grid = 1344,  ///< Grid's: projection, 8 SU(3) x half spinor, reconstruction, as it counts them
  usual = 1320, ///< QPhiX, KokkosDslash
  /// Count of HiRep and SOMBRERO: 16 products of a link and a vector, 66 each, and 45 sums of
  /// vectors, 6 each (sa2c/sombrero, sombrero/counters/flop_count_template.py.c). Only for Wilson
  /// solvers.
  hirep = 1326,
};
/// Everything whose flops and bytes are counted.
enum class Kernel { hopping, axpy, read, copy, triad, pack, exterior };

/// Per site that is computed (5-D for the hopping term).
struct KernelCost {
  double flops_per_site = 0;
  double bytes_per_site = 0; ///< compulsory: each input read once, each output written once

  constexpr double intensity() const { return flops_per_site / bytes_per_site; }
};

namespace detail {

struct CostRow {
  Kernel kernel;
  int flops;
  int reals_read;
  int reals_written;
  int link_reals; ///< per 4-D site: shared by all Ls sites above it
};

// A 4-spinor has 4 x 3 complex components, a link 3 x 3, a site of the memory kernels 8 reals.
// Red-black hopping reads as many spinors of one parity as it writes of the other.
// A half spinor has 2 x 3 components: packing one reads a spinor (projection: 12 additions), and a
// leg from outside reads one and its link, and adds to a result that is read and written again.
inline constexpr std::array<CostRow, 7> cost_table{{
    {Kernel::hopping, static_cast<int>(FlopCount::grid), 24, 24, 8 * 18},
    {Kernel::axpy, 8 * 2, 16, 8, 0},  // z = a x + y
    {Kernel::read, 8 * 2, 16, 0, 0},  // x . y
    {Kernel::copy, 0, 8, 8, 0},       // z = x
    {Kernel::triad, 8 * 2, 16, 8, 0}, // z = x + a y
    {Kernel::pack, 12, 24, 12, 0},
    {Kernel::exterior, static_cast<int>(FlopCount::grid) / 8, 12 + 24, 24, 18},
}};

constexpr CostRow const& cost_row(Kernel kernel) {
  return cost_table[static_cast<std::size_t>(kernel)];
}

constexpr KernelCost cost(CostRow const& row, Precision precision, int ls, int flops) {
  auto const spinor_reals = static_cast<double>(row.reals_read + row.reals_written);
  auto const reals = spinor_reals + static_cast<double>(row.link_reals) / ls;
  return {static_cast<double>(flops), reals * static_cast<double>(bytes_per_real(precision))};
}

} // namespace detail

/// Reals per site that the memory kernels work on.
inline constexpr int memory_reals_per_site = 8;

/// The red-black hopping term, per 5-D site of the parity that is computed. `ls`: 1 for Wilson.
/// Of links the bytes of what is kept count (not the few signs beside two rows).
constexpr KernelCost hopping_cost(Precision precision, int ls, FlopCount count = FlopCount::grid,
                                  LinkStorage storage = LinkStorage::full) {
  auto row = detail::cost_row(Kernel::hopping);
  if (storage == LinkStorage::two_rows)
    row.link_reals = row.link_reals * 2 / 3;
  else if (storage == LinkStorage::narrow)
    row.link_reals = row.link_reals / 2;
  return detail::cost(row, precision, ls, static_cast<int>(count));
}

/// Projecting and packing, per half spinor that travels.
constexpr KernelCost pack_cost(Precision precision) {
  auto const& row = detail::cost_row(Kernel::pack);
  return detail::cost(row, precision, 1, row.flops);
}

/// What travels of a spinor.
constexpr double half_spinor_bytes(Precision precision) {
  return detail::cost_row(Kernel::pack).reals_written *
         static_cast<double>(bytes_per_real(precision));
}

/// A leg of the hopping term as the pass over all legs has it, per 5-D site: an eighth of the
/// flops, and its link.
constexpr KernelCost leg_cost(Precision precision, int ls, FlopCount count = FlopCount::grid) {
  detail::CostRow const link{Kernel::hopping, 0, 0, 0, 18};
  return detail::cost(link, precision, ls, static_cast<int>(count) / 8);
}

/// A leg from outside in a pass of its own, per half spinor that arrived.
constexpr KernelCost exterior_cost(Precision precision, int ls, FlopCount count = FlopCount::grid) {
  return detail::cost(detail::cost_row(Kernel::exterior), precision, ls,
                      static_cast<int>(count) / 8);
}

/// Operators whose linear systems are solved: Wilson's, the domain wall's, and the staggered one,
/// naive (legs of one site), asqtad and HISQ (improved: legs of three sites beside them).
enum class SolvedOperator { wilson, domain_wall, naive, asqtad, hisq };
constexpr bool is_improved(SolvedOperator op) {
  return op == SolvedOperator::asqtad || op == SolvedOperator::hisq;
}
constexpr bool is_staggered(SolvedOperator op) {
  return op == SolvedOperator::naive || is_improved(op);
}

/// Flops of D per site: of each leg a matrix times a vector, 66, and adding it to the others, 6.
constexpr int staggered_flops(SolvedOperator op) {
  return is_improved(op) ? 16 * 66 + 15 * 6 : 8 * 66 + 7 * 6;
}
/// Flops of an operator's D, per site.
constexpr int flops_of_d(SolvedOperator op, FlopCount count = FlopCount::grid) {
  return is_staggered(op) ? staggered_flops(op) : static_cast<int>(count);
}

/// What one odd site of a system takes (5-D), where x has `reals` numbers a site.
constexpr int solved_reals(SolvedOperator op) {
  return is_staggered(op) ? 6 : 24;
}

/// The red-black Schur complement S = A_oo - D_oe A_ee^-1 D_eo, per odd site (5-D): two hopping
/// terms; of a number A^-1 takes a product with Wilson, and with domain walls, whose recurrence
/// goes over s twice, three operations and then two; adding A takes two and three. Staggered, S is
/// M^dagger M = 4 m^2 - D_oe D_eo, whose adding takes two. Compulsory: the even field between is
/// written and read, and the odd one read twice.
constexpr KernelCost schur_cost(Precision precision, int ls, SolvedOperator op,
                                FlopCount count = FlopCount::grid) {
  int const diagonal = is_staggered(op) ? 2 : op == SolvedOperator::wilson ? 1 + 2 : 5 + 3;
  int const reals = solved_reals(op);
  int const link_reals = (is_improved(op) ? 16 : 8) * 18;
  detail::CostRow const row{Kernel::hopping, 2 * flops_of_d(op, count) + reals * diagonal,
                            3 * reals, 2 * reals, 2 * link_reals};
  return detail::cost(row, precision, ls, row.flops);
}

/// How often an iteration of conjugate gradients applies S: S and S^dagger, or M^dagger M once.
constexpr int applications_per_iteration(SolvedOperator op) {
  return is_staggered(op) ? 1 : 2;
}

/// How conjugate gradients go: as Hestenes and Stiefel have them, or pipelined, with one sum over
/// ranks a step, which travels while the matrix is applied (core/solvers).
enum class SolverRecurrence { cg, pipelined };
constexpr auto names_of(SolverRecurrence) {
  return std::array{"cg", "pipelined"};
}

/// Cost of an application of S in a step of conjugate gradients, per odd site, with its share of
/// the vector operations. These are x += a p, r -= a q, p = r + b p, |r|^2 and p q (|S^dagger
/// p|^2), with two flops for each number. x, p and r are read and written. q is not stored, except
/// for M^dagger M: its q is written and read. The pipelined solver has six such combinations and
/// two sums. It reads and writes six fields, and writes and reads q. An iteration of HiRep has one
/// more combination, because it can treat many shifts of the mass.
constexpr KernelCost solver_cost(Precision precision, int ls, SolvedOperator op,
                                 FlopCount count = FlopCount::grid,
                                 SolverRecurrence recurrence = SolverRecurrence::cg) {
  auto cost = schur_cost(precision, ls, op, count);
  double const share = 1.0 / applications_per_iteration(op);
  bool const pipelined = recurrence == SolverRecurrence::pipelined;
  int const combinations = pipelined ? 6 + 2 : count == FlopCount::hirep ? 6 : 5;
  int const streams = pipelined ? 12 + 2 : is_staggered(op) ? 6 + 1 : 6;
  cost.flops_per_site += share * combinations * 2 * solved_reals(op);
  cost.bytes_per_site +=
      share * streams * solved_reals(op) * static_cast<double>(bytes_per_real(precision));
  return cost;
}

/// Returns the bytes per odd site that a step of conjugate gradients touches: links of both
/// parities, and each field once. Fields are x, p, r, the result of S^dagger p or M^dagger M p, and
/// the even field between. Pipelined: six fields that are updated, and the product q; S S^dagger
/// has one more field between.
constexpr double solver_working_set(Precision precision, int ls, SolvedOperator op,
                                    SolverRecurrence recurrence = SolverRecurrence::cg) {
  bool const pipelined = recurrence == SolverRecurrence::pipelined;
  int const fields = pipelined ? 6 + 2 + (is_staggered(op) ? 0 : 1) : 5;
  int const link_reals = 2 * (is_improved(op) ? 16 : 8) * 18;
  detail::CostRow const row{Kernel::hopping, 0, fields * solved_reals(op), 0, link_reals};
  return detail::cost(row, precision, ls, 0).bytes_per_site;
}

/// The tests of BSMBench: |a|^2; a += z b; Dphi, Wilson's operator on both parities.
enum class BsmTest { sqnorm, mad, dphi };
constexpr auto names_of(BsmTest) {
  return std::array{"sqnorm", "mad", "Dphi"};
}

/// How their flops are counted. `usual`: two per multiply-add of real numbers, of Dphi the hopping
/// term alone; `hirep`: as HiRep and SOMBRERO count the hopping term; `bsmbench`: as BSMBench does,
/// which knows its three cases alone.
enum class GroupFlopCount { usual, hirep, bsmbench };
constexpr auto names_of(GroupFlopCount) {
  return std::array{"usual", "hirep", "bsmbench"};
}

/// A representation by what kernels need to know of it: d x d links, real or complex.
struct ColourSpace {
  int dimension = 3;
  bool real_links = false;

  constexpr int link_reals() const { return dimension * dimension * (real_links ? 1 : 2); }
  constexpr bool operator==(ColourSpace const&) const = default;
};

/// Flops of an application of a test per site of the whole lattice; 0 where the convention has
/// none.
constexpr int bsm_flops(BsmTest test, ColourSpace const& space, GroupFlopCount count) {
  int const d = space.dimension;
  bool const counted_by_hardware = count == GroupFlopCount::bsmbench;
  if (counted_by_hardware && test == BsmTest::dphi)
    return space == ColourSpace{3, true} ? 822
           : space == ColourSpace{3}     ? 1529
           : space == ColourSpace{6}     ? 5145
                                         : 0;
  switch (test) {
  case BsmTest::sqnorm: // a sum more, of the site's with that of the lattice
    return 16 * d + (counted_by_hardware ? 1 : 0);
  case BsmTest::mad:
    return 32 * d;
  default: {
    int const product = space.real_links ? 4 * d * d - 2 * d : 8 * d * d - 2 * d; // link x colours
    return count == GroupFlopCount::hirep ? 16 * product + 45 * 2 * d
                                          : (space.real_links ? 64 : 128) * d * d + 56 * d;
  }
  }
}

/// Compulsory bytes of an application per site: Dphi reads a field, writes one and reads links.
constexpr double bsm_bytes(BsmTest test, ColourSpace const& space, Precision precision) {
  int const spinor = 8 * space.dimension;
  int const reals = test == BsmTest::sqnorm ? spinor
                    : test == BsmTest::mad  ? 3 * spinor
                                            : 2 * spinor + 8 * space.link_reals();
  return reals * static_cast<double>(bytes_per_real(precision));
}

/// Returns what a test does with its streams: mad adds to a field in place.
constexpr Streams bsm_streams(BsmTest test) {
  return test == BsmTest::sqnorm ? Streams::read
         : test == BsmTest::mad  ? Streams::updated
                                 : Streams::written;
}

/// Returns the bytes per site that a call of so many applications touches: one field or a pair for
/// each application, and the links, which all applications share.
constexpr double bsm_working_set(BsmTest test, ColourSpace const& space, Precision precision,
                                 std::int64_t applications) {
  int const spinor = 8 * space.dimension;
  auto const fields = static_cast<double>(applications) * (test == BsmTest::sqnorm ? 1 : 2);
  int const links = test == BsmTest::dphi ? 8 * space.link_reals() : 0;
  return (fields * spinor + links) * static_cast<double>(bytes_per_real(precision));
}

/// The memory kernels, per site of 8 reals.
constexpr KernelCost memory_cost(Kernel kernel, Precision precision) {
  auto const& row = detail::cost_row(kernel);
  return detail::cost(row, precision, 1, row.flops);
}

static_assert(hopping_cost(Precision::single_precision, 1).bytes_per_site == 768);
static_assert(hopping_cost(Precision::double_precision, 1).bytes_per_site == 1536);
static_assert(hopping_cost(Precision::single_precision, 16).bytes_per_site == 228);
static_assert(hopping_cost(Precision::single_precision, 1, FlopCount::grid, LinkStorage::two_rows)
                  .bytes_per_site == 576);
static_assert(hopping_cost(Precision::single_precision, 1, FlopCount::grid, LinkStorage::narrow)
                  .bytes_per_site == 480);
static_assert(hopping_cost(Precision::single_precision, 1).flops_per_site == 1344);
static_assert(hopping_cost(Precision::single_precision, 8, FlopCount::usual).flops_per_site ==
              1320);
static_assert(schur_cost(Precision::single_precision, 1, SolvedOperator::wilson).flops_per_site ==
              2 * 1344 + 72);
static_assert(solver_cost(Precision::double_precision, 1, SolvedOperator::wilson).bytes_per_site ==
              8 * (2 * 144 + 4 * 24 + 24 + 72));
// SOMBRERO counts 144 flops per site of both parities and iteration for vectors. Its operator is
// applied twice and has 2 x 663, 36 for the Wilson diagonal, and more for the clover term.
static_assert(solver_cost(Precision::double_precision, 1, SolvedOperator::wilson, FlopCount::hirep)
                  .flops_per_site == 2 * (663 + 663 + 36) + 144);
// MILC's count is 606 and 1187 per site of both parities and step.
static_assert(solver_cost(Precision::single_precision, 1, SolvedOperator::naive).flops_per_site ==
              2 * 606);
static_assert(solver_cost(Precision::single_precision, 1, SolvedOperator::asqtad).flops_per_site ==
              2 * 1182);
// Grid's table: L = 8 moves 393216 bytes, 6 bytes per flop.
static_assert(memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site * 8 * 8 * 8 *
                  8 ==
              393216);
static_assert(memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site ==
              6 * memory_cost(Kernel::axpy, Precision::single_precision).flops_per_site);
static_assert(memory_cost(Kernel::read, Precision::double_precision).bytes_per_site == 128);
static_assert(memory_cost(Kernel::copy, Precision::single_precision).bytes_per_site == 64);

} // namespace kitt::perf
