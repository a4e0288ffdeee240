// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_storage.hpp"
#include "perf/ceilings/precision.hpp"

#include <array>
#include <cstddef>

/// \file
/// The one place that says how much work and how much unavoidable traffic a kernel has. No other
/// file holds such a number.

namespace kitt::perf {

/// How the floating-point operations of the hopping term are counted, per site.
enum class FlopCount : int {
  grid = 1344,  ///< Grid's: projection, 8 SU(3) x half spinor, reconstruction, as it counts them
  usual = 1320, ///< QPhiX, KokkosDslash, HiRep
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
// Grid's table: L = 8 moves 393216 bytes, 6 bytes per flop.
static_assert(memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site * 8 * 8 * 8 *
                  8 ==
              393216);
static_assert(memory_cost(Kernel::axpy, Precision::single_precision).bytes_per_site ==
              6 * memory_cost(Kernel::axpy, Precision::single_precision).flops_per_site);
static_assert(memory_cost(Kernel::read, Precision::double_precision).bytes_per_site == 128);
static_assert(memory_cost(Kernel::copy, Precision::single_precision).bytes_per_site == 64);

} // namespace kitt::perf
