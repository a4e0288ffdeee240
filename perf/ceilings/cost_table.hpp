// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/storage.hpp"
#include "perf/ceilings/bandwidth_curve.hpp"
#include "perf/ceilings/precision.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

/// \file
/// Work and unavoidable traffic of all kernels. No other file contains flops or bytes of
/// kernels.

namespace kitt::perf {

/// Convention for counting the flops of the hopping term, per site.
enum class FlopCount : int {
  grid = 1344,  ///< as Grid counts flops: projection, 8 SU(3) x half spinor, reconstruction
  usual = 1320, ///< as QPhiX and KokkosDslash count flops
  /// Count of HiRep and SOMBRERO: 16 products of a link and a vector with 66 flops each, and 45
  /// sums of vectors with 6 flops each (sa2c/sombrero, sombrero/counters/flop_count_template.py.c).
  /// Only for Wilson solvers.
  hirep = 1326,
};
/// Kernels whose flops and bytes are counted.
enum class Kernel { hopping, axpy, read, copy, triad, pack, exterior };

/// Flops and bytes per computed site (5-D sites for the hopping term).
struct KernelCost {
  double flops_per_site = 0;
  double bytes_per_site = 0; ///< compulsory bytes: each input read once, each output written once

  constexpr double intensity() const { return flops_per_site / bytes_per_site; }
};

namespace detail {

struct CostRow {
  Kernel kernel;
  int flops;
  int reals_read;
  int reals_written;
  /// reals of links per 4-D site; all Ls sites with the same 4-D coordinates share them
  int link_reals;
};

// Reals of the objects: a 4-spinor has 4 x 3 complex components, a link 3 x 3, and a site of the
// memory kernels has 8 reals. An even-odd hopping term reads as many spinors of one parity as it
// writes of the other parity. A half spinor has 2 x 3 complex components. Packing a half spinor
// reads a spinor; the projection needs 12 additions. An exterior hop reads a half spinor and its
// link, and adds to a result that is read and written again.
inline constexpr std::array<CostRow, 7> cost_table{{
    {Kernel::hopping, static_cast<int>(FlopCount::grid), 24, 24, 8 * 18},
    {Kernel::axpy, 8 * 2, 16, 8, 0},  // axpy: z = a x + y
    {Kernel::read, 8 * 2, 16, 0, 0},  // read: x . y
    {Kernel::copy, 0, 8, 8, 0},       // copy: z = x
    {Kernel::triad, 8 * 2, 16, 8, 0}, // triad: z = x + a y
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

/// Reals per site of the memory kernels.
inline constexpr int memory_reals_per_site = 8;

/// Cost of the even-odd hopping term, per 5-D site of the computed parity. `ls`: number of slices
/// that share the links, which is the number of right-hand sides for Wilson. For links, the stored
/// bytes count, without the few signs stored next to two rows.
constexpr KernelCost hopping_cost(Precision precision, int ls, FlopCount count = FlopCount::grid,
                                  LinkStorage storage = LinkStorage::full) {
  auto row = detail::cost_row(Kernel::hopping);
  if (storage == LinkStorage::two_rows)
    row.link_reals = row.link_reals * 2 / 3;
  else if (storage == LinkStorage::narrow)
    row.link_reals = row.link_reals / 2;
  return detail::cost(row, precision, ls, static_cast<int>(count));
}

/// Cost of projecting and packing, per half spinor that is sent.
constexpr KernelCost pack_cost(Precision precision) {
  auto const& row = detail::cost_row(Kernel::pack);
  return detail::cost(row, precision, 1, row.flops);
}

/// Bytes of a half spinor, the part of a spinor that is sent.
constexpr double half_spinor_bytes(Precision precision) {
  return detail::cost_row(Kernel::pack).reals_written *
         static_cast<double>(bytes_per_real(precision));
}

/// Cost of one hop of the hopping term within the pass over all hops, per 5-D site: an eighth of
/// the flops, and its link.
constexpr KernelCost leg_cost(Precision precision, int ls, FlopCount count = FlopCount::grid) {
  detail::CostRow const link{Kernel::hopping, 0, 0, 0, 18};
  return detail::cost(link, precision, ls, static_cast<int>(count) / 8);
}

/// Cost of an exterior hop in a separate pass, per half spinor that arrived.
constexpr KernelCost exterior_cost(Precision precision, int ls, FlopCount count = FlopCount::grid) {
  return detail::cost(detail::cost_row(Kernel::exterior), precision, ls,
                      static_cast<int>(count) / 8);
}

/// Operators whose linear systems are solved. The first five have four spins. The three staggered
/// operators have one: naive has hops of one site, asqtad and HISQ (improved) also have hops of
/// three sites.
enum class SolvedOperator {
  wilson,
  clover,
  twisted_mass,
  domain_wall,
  mobius,
  naive,
  asqtad,
  hisq
};
constexpr bool is_improved(SolvedOperator op) {
  return op == SolvedOperator::asqtad || op == SolvedOperator::hisq;
}
constexpr bool is_staggered(SolvedOperator op) {
  return op == SolvedOperator::naive || is_improved(op);
}

/// Flops of the staggered D per site: 66 per hop for a matrix times a vector, and 6 for adding it
/// to the other hops.
constexpr int staggered_flops(SolvedOperator op) {
  return is_improved(op) ? 16 * 66 + 15 * 6 : 8 * 66 + 7 * 6;
}
/// Flops of an operator's D per site.
constexpr int flops_of_d(SolvedOperator op, FlopCount count = FlopCount::grid) {
  return is_staggered(op) ? staggered_flops(op) : static_cast<int>(count);
}

/// Reals of the links that an operator's D reads per site.
constexpr int link_reals(SolvedOperator op) {
  return (is_improved(op) ? 16 : 8) * 18;
}

/// Reals of a vector x per odd site (5-D) of a system.
constexpr int solved_reals(SolvedOperator op) {
  return is_staggered(op) ? 6 : 24;
}

/// Cost of the even-odd staggered hopping term, per site of the computed parity and right-hand
/// side. The term reads as many colour vectors of one parity as it writes of the other parity. Its
/// `rhs` right-hand sides share the links.
constexpr KernelCost staggered_cost(Precision precision, SolvedOperator op, int rhs = 1) {
  detail::CostRow const row{Kernel::hopping, staggered_flops(op), solved_reals(op),
                            solved_reals(op), link_reals(op)};
  return detail::cost(row, precision, rhs, row.flops);
}

/// Flops of a product with both clover blocks of a site. A hermitian 6 x 6 block has 6 real and 30
/// complex elements. QUDA has the same count (lattice/quda, lib/dslash_wilson_clover.cu). Chroma
/// counts 552, as for complex elements on the diagonal.
inline constexpr int clover_flops = 2 * (6 * 2 + 30 * (6 + 2));
/// Reals of both clover blocks of a site.
inline constexpr int clover_reals = 2 * 6 * 6;

/// Flops of the part of an operator M besides its hopping term, per computed 5-D site, with the sum
/// of the two parts.
constexpr int local_flops(SolvedOperator op) {
  switch (op) {
  case SolvedOperator::clover:
    return clover_flops + 24;
  case SolvedOperator::twisted_mass: // a product of complex numbers has 6 flops, a sum 2
    return 12 * (6 + 2);
  case SolvedOperator::mobius: // b5 + c5 T before the hopping term, a combination alike, and a sum
    return 24 * (3 + 3 + 1);
  default:
    return 0;
  }
}

/// Cost of an operator M on one parity, per computed 5-D site: its hopping term, and the part that
/// is diagonal in space-time. Compulsory bytes: spinors of both parities are read, one parity is
/// written, and links and clover blocks are read once for all `slices` that share them.
constexpr KernelCost operator_cost(Precision precision, int slices, SolvedOperator op,
                                   FlopCount count = FlopCount::grid,
                                   LinkStorage storage = LinkStorage::full) {
  auto cost = hopping_cost(precision, slices, count, storage);
  double const blocks = op == SolvedOperator::clover ? clover_reals : 0;
  cost.flops_per_site += local_flops(op);
  cost.bytes_per_site +=
      (solved_reals(op) + blocks / slices) * static_cast<double>(bytes_per_real(precision));
  return cost;
}

/// Flops of the parts of the Schur complement S = A_oo - D_oe A_ee^-1 D_eo besides its two hopping
/// terms, per odd site (5-D): A_ee^-1, and adding A_oo. For staggered operators, S is M^dagger M =
/// 4 m^2 - D_oe D_eo.
constexpr int diagonal_flops(SolvedOperator op) {
  switch (op) {
  case SolvedOperator::wilson: // a product per number, and a multiply-add
    return 24 * (1 + 2);
  case SolvedOperator::clover:
    return clover_flops + clover_flops + 24;
  case SolvedOperator::twisted_mass: // a product of complex numbers has 6 flops, a sum 2
    return 12 * (6 + 6 + 2);
  case SolvedOperator::domain_wall: // the recurrence of A^-1 passes over s twice: 3 and 2 flops
    return 24 * (3 + 2 + 3);
  case SolvedOperator::mobius: // two passes of 2 flops and a combination of 3 for both, and a sum
    return 24 * (7 + 7 + 1);
  default:
    return 6 * 2;
  }
}

/// Reals of the stored matrices of A_oo and A_ee^-1 that S reads, per odd site of space-time: each
/// matrix has two hermitian 6 x 6 blocks for clover, and none for other operators.
constexpr int diagonal_reals(SolvedOperator op) {
  return op == SolvedOperator::clover ? 2 * clover_reals : 0;
}

/// Cost of the even-odd Schur complement S, per odd site (5-D). Compulsory bytes: the intermediate
/// even field is written and read, the odd field is read twice, and links and stored matrices are
/// read once.
constexpr KernelCost schur_cost(Precision precision, int ls, SolvedOperator op,
                                FlopCount count = FlopCount::grid) {
  int const reals = solved_reals(op);
  detail::CostRow const row{Kernel::hopping, 2 * flops_of_d(op, count) + diagonal_flops(op),
                            3 * reals, 2 * reals, 2 * link_reals(op) + diagonal_reals(op)};
  return detail::cost(row, precision, ls, row.flops);
}

/// Applications of S per iteration of conjugate gradients: S and S^dagger, or once M^dagger M.
constexpr int applications_per_iteration(SolvedOperator op) {
  return is_staggered(op) ? 1 : 2;
}

/// Variant of conjugate gradients. `cg`: the method of Hestenes and Stiefel. `pipelined`: one sum
/// over ranks per step, which overlaps with the application of the matrix. Several right-hand sides
/// at once: `multiple` is `cg` for each of them, and in `block` they share their directions
/// (core/solvers).
enum class SolverRecurrence { cg, pipelined, multiple, block };
constexpr auto names_of(SolverRecurrence) {
  return std::array{"cg", "pipelined", "multiple", "block"};
}
constexpr bool is_for_many_rhs(SolverRecurrence recurrence) {
  return recurrence == SolverRecurrence::multiple || recurrence == SolverRecurrence::block;
}

/// Flops of the vector operations of a block conjugate gradient, per complex number and right-hand
/// side. There are four products with a matrix of coefficients: for X, twice for Q, and for P. Half
/// of the hermitian matrix of all scalar products is computed twice. A multiply-add of complex
/// numbers has 8 flops.
constexpr double block_flops(int rhs) {
  return 8 * (4 * rhs + (rhs + 1));
}

/// Cost of an application of S in a step of conjugate gradients, per odd site and right-hand side,
/// including its share of the vector operations. `ls` is the number of slices of all right-hand
/// sides, which share the links.
///
/// The vector operations are x += a p, r -= a q, p = r + b p, |r|^2 and p q (|S^dagger p|^2), with
/// two flops per number. x, p and r are read and written. q is not stored, except for M^dagger M,
/// where it is written and read. The pipelined solver has six linear combinations and two sums. It
/// reads and writes six fields, and writes and reads q. Solvers of several right-hand sides read q
/// = A p once more. block_flops() gives the vector operations of the block solver. An
/// iteration of HiRep has one more linear combination, because it can treat many shifts of the
/// mass.
constexpr KernelCost solver_cost(Precision precision, int ls, SolvedOperator op,
                                 FlopCount count = FlopCount::grid,
                                 SolverRecurrence recurrence = SolverRecurrence::cg, int rhs = 1) {
  auto cost = schur_cost(precision, ls, op, count);
  double const share = 1.0 / applications_per_iteration(op);
  bool const pipelined = recurrence == SolverRecurrence::pipelined;
  int const combinations = pipelined ? 6 + 2 : count == FlopCount::hirep ? 6 : 5;
  bool const reads_product = is_staggered(op) || is_for_many_rhs(recurrence);
  int const streams = pipelined ? 12 + 2 : reads_product ? 6 + 1 : 6;
  bool const block = recurrence == SolverRecurrence::block;
  double const flops_per_real = block ? block_flops(rhs) / 2 : combinations * 2;
  cost.flops_per_site += share * flops_per_real * solved_reals(op);
  cost.bytes_per_site +=
      share * streams * solved_reals(op) * static_cast<double>(bytes_per_real(precision));
  return cost;
}

/// Returns the bytes per odd site that a step of conjugate gradients touches: links of both
/// parities, stored matrices, and each field once. The fields are x, p, r, the result of S^dagger p
/// or M^dagger M p, and the intermediate even field. The pipelined solver has six updated fields
/// and the product q; S S^dagger has one more intermediate field. So have solvers of several
/// right-hand sides, which store q.
constexpr double solver_working_set(Precision precision, int ls, SolvedOperator op,
                                    SolverRecurrence recurrence = SolverRecurrence::cg) {
  bool const pipelined = recurrence == SolverRecurrence::pipelined;
  bool const between = !is_staggered(op) && (pipelined || is_for_many_rhs(recurrence));
  int const fields = (pipelined ? 6 + 2 : 5) + (between ? 1 : 0);
  detail::CostRow const row{Kernel::hopping, 0, fields * solved_reals(op), 0,
                            2 * link_reals(op) + diagonal_reals(op)};
  return detail::cost(row, precision, ls, 0).bytes_per_site;
}

/// Returns the bytes per odd site of a step of conjugate gradients (four spins) that stores spinors
/// and links in half precision. Site matrices and the solution x stay in single precision. `bytes`:
/// bytes in single precision, of solver_cost() or solver_working_set().
constexpr double in_half_precision(double bytes, int ls, SolvedOperator op) {
  // x is read and written in one of two applications of S.
  double const whole = (static_cast<double>(diagonal_reals(op)) / ls + solved_reals(op)) *
                       static_cast<double>(bytes_per_real(Precision::single_precision));
  return (bytes - whole) / 2 + whole;
}

/// Tests of BSMBench. `sqnorm`: |a|^2. `mad`: a += z b. `dphi`: Wilson's operator on both parities.
enum class BsmTest { sqnorm, mad, dphi };
constexpr auto names_of(BsmTest) {
  return std::array{"sqnorm", "mad", "Dphi"};
}

/// Convention for counting the flops of BSMBench's tests. `usual`: two per multiply-add of real
/// numbers; for Dphi, only the hopping term. `hirep`: the hopping term as HiRep and SOMBRERO count
/// it.
/// `bsmbench`: as BSMBench counts, which only knows three cases.
enum class GroupFlopCount { usual, hirep, bsmbench };
constexpr auto names_of(GroupFlopCount) {
  return std::array{"usual", "hirep", "bsmbench"};
}

/// Properties of a representation that kernels need: links of d x d numbers, real or complex.
struct ColourSpace {
  int dimension = 3;
  bool real_links = false;

  constexpr int link_reals() const { return dimension * dimension * (real_links ? 1 : 2); }
  constexpr bool operator==(ColourSpace const&) const = default;
};

/// Flops of an application of a test, per site of the whole lattice; 0 if the convention does not
/// define it.
constexpr int bsm_flops(BsmTest test, ColourSpace const& space, GroupFlopCount count) {
  int const d = space.dimension;
  bool const counted_by_hardware = count == GroupFlopCount::bsmbench;
  if (counted_by_hardware && test == BsmTest::dphi)
    return space == ColourSpace{3, true} ? 822
           : space == ColourSpace{3}     ? 1529
           : space == ColourSpace{6}     ? 5145
                                         : 0;
  switch (test) {
  // BSMBench counts one flop more, for adding the sum of a site to the sum of the lattice.
  case BsmTest::sqnorm:
    return 16 * d + (counted_by_hardware ? 1 : 0);
  case BsmTest::mad:
    return 32 * d;
  default: {
    // Flops of a link times a colour vector.
    int const product = space.real_links ? 4 * d * d - 2 * d : 8 * d * d - 2 * d;
    return count == GroupFlopCount::hirep ? 16 * product + 45 * 2 * d
                                          : (space.real_links ? 64 : 128) * d * d + 56 * d;
  }
  }
}

/// Compulsory bytes of an application, per site. Dphi reads a field, writes a field, and reads
/// links.
constexpr double bsm_bytes(BsmTest test, ColourSpace const& space, Precision precision) {
  int const spinor = 8 * space.dimension;
  int const reals = test == BsmTest::sqnorm ? spinor
                    : test == BsmTest::mad  ? 3 * spinor
                                            : 2 * spinor + 8 * space.link_reals();
  return reals * static_cast<double>(bytes_per_real(precision));
}

/// Returns how a test uses its streams: mad updates a field in place.
constexpr Streams bsm_streams(BsmTest test) {
  return test == BsmTest::sqnorm ? Streams::read
         : test == BsmTest::mad  ? Streams::updated
                                 : Streams::written;
}

/// Returns the bytes per site that a call with `applications` applications touches: one or two
/// fields per application, and the links, which all applications share.
constexpr double bsm_working_set(BsmTest test, ColourSpace const& space, Precision precision,
                                 std::int64_t applications) {
  int const spinor = 8 * space.dimension;
  auto const fields = static_cast<double>(applications) * (test == BsmTest::sqnorm ? 1 : 2);
  int const links = test == BsmTest::dphi ? 8 * space.link_reals() : 0;
  return (fields * spinor + links) * static_cast<double>(bytes_per_real(precision));
}

/// Cost of the memory kernels, per site of 8 reals.
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
// Grid also counts 1146 flops for improved fermions (benchmarks/Benchmark_staggered.cc).
static_assert(staggered_cost(Precision::single_precision, SolvedOperator::naive).flops_per_site ==
              570);
static_assert(staggered_cost(Precision::single_precision, SolvedOperator::asqtad).flops_per_site ==
              1146);
static_assert(staggered_cost(Precision::single_precision, SolvedOperator::naive).bytes_per_site ==
              624);
static_assert(staggered_cost(Precision::double_precision, SolvedOperator::asqtad).bytes_per_site ==
              2400);
static_assert(operator_cost(Precision::single_precision, 1, SolvedOperator::clover)
                  .flops_per_site == 1344 + 504 + 24);
static_assert(operator_cost(Precision::single_precision, 1, SolvedOperator::clover)
                  .bytes_per_site == 4 * (3 * 24 + 144 + 72));
static_assert(operator_cost(Precision::single_precision, 4, SolvedOperator::clover)
                  .bytes_per_site == 4 * (3 * 24 + 36 + 18));
// QUDA counts 48 flops each for the product with 1 + i mu gamma_5 and for the sum.
static_assert(operator_cost(Precision::double_precision, 1, SolvedOperator::twisted_mass)
                  .flops_per_site == 1344 + 48 + 48);
static_assert(operator_cost(Precision::single_precision, 16, SolvedOperator::mobius)
                  .flops_per_site == 1344 + 168);
static_assert(operator_cost(Precision::double_precision, 16, SolvedOperator::mobius)
                  .bytes_per_site == 8 * (3 * 24 + 9));
static_assert(schur_cost(Precision::single_precision, 1, SolvedOperator::wilson).flops_per_site ==
              2 * 1344 + 72);
// QUDA also counts 504 flops for a product with both clover blocks of a site.
static_assert(schur_cost(Precision::single_precision, 1, SolvedOperator::clover).flops_per_site ==
              2 * 1344 + 2 * 504 + 24);
static_assert(schur_cost(Precision::single_precision, 1, SolvedOperator::clover).bytes_per_site ==
              schur_cost(Precision::single_precision, 1, SolvedOperator::wilson).bytes_per_site +
                  2 * 72 * 4);
static_assert(solver_cost(Precision::double_precision, 1, SolvedOperator::wilson).bytes_per_site ==
              8 * (2 * 144 + 4 * 24 + 24 + 72));
static_assert(in_half_precision(solver_cost(Precision::single_precision, 1, SolvedOperator::clover)
                                    .bytes_per_site,
                                1, SolvedOperator::clover) ==
              2 * (2 * 144 + 5 * 24 + 2 * 24) + 4 * (2 * 72 + 24));
// SOMBRERO counts 144 flops for vectors, per site of both parities and iteration. SOMBRERO's
// operator is applied twice. An application has 2 x 663 flops, 36 for the Wilson diagonal, and more
// for the clover term.
static_assert(solver_cost(Precision::double_precision, 1, SolvedOperator::wilson, FlopCount::hirep)
                  .flops_per_site == 2 * (663 + 663 + 36) + 144);
// MILC counts 606 and 1187 flops per site of both parities and step.
static_assert(solver_cost(Precision::single_precision, 1, SolvedOperator::naive).flops_per_site ==
              2 * 606);
static_assert(solver_cost(Precision::single_precision, 1, SolvedOperator::asqtad).flops_per_site ==
              2 * 1182);
// In Grid's table, L = 8 moves 393216 bytes, 6 bytes per flop.
static_assert(memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site * 8 * 8 * 8 *
                  8 ==
              393216);
static_assert(memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site ==
              6 * memory_cost(Kernel::axpy, Precision::single_precision).flops_per_site);
static_assert(memory_cost(Kernel::read, Precision::double_precision).bytes_per_site == 128);
static_assert(memory_cost(Kernel::copy, Precision::single_precision).bytes_per_site == 64);

} // namespace kitt::perf
