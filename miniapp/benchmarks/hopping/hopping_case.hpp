// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/lattice.hpp"
#include "core/operators/schedule.hpp"
#include "core/operators/staggered.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_options.hpp"
#include "miniapp/benchmarks/hopping/hopping_problem.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/run.hpp"
#include "miniapp/run/tuner.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kitt::miniapp {

/// Objects that all hopping kernels of a run in one precision share.
struct HoppingContext {
  Run const& run;
  HoppingOptions options;
  GaugeSource const& gauge;
  std::vector<AskedVolume> volumes; ///< this rank's part of each lattice to measure
  Tuner& tuner;
  CheckedOperators checked = {};
};

/// Kernel on one lattice with one packing of its SIMD lanes, applied to one parity or to both.
struct KernelCase {
  std::string name; ///< name of the kernel: "Wilson", "DWF4", "Clover"
  int l;            ///< L of the run, or the first extent of the lattice
  int ls;
  int rhs;          ///< right-hand sides of a call; 1 for kernels with a fifth dimension
  RhsLayout layout; ///< place of several right-hand sides
  Packing packing;
  Lattice lattice; ///< sublattice of one rank
  Extents global;
  Application application = {};

  /// Returns the slices along s of the fields: all slices of all right-hand sides.
  int slices() const { return ls * rhs; }
  int packs_s() const { return slices() / lattice.lanes_s(); }
  /// Returns the operator that the kernel applies as a whole. Empty for a hopping term.
  std::optional<perf::SolvedOperator> whole_operator() const {
    return miniapp::whole_operator(name);
  }
  bool is_staggered() const { return staggered_operator(name).has_value(); }
  bool is_improved() const {
    return is_staggered() && perf::is_improved(*staggered_operator(name));
  }
  /// Returns the packs of s that the order of sites may cut. Staggered kernels visit all of s at
  /// once.
  int packs_in_order() const { return is_staggered() ? 1 : packs_s(); }
  /// Returns the length of the longest hop in sites.
  int longest_hop() const { return is_improved() ? long_hop : 1; }
};

/// Returns the slices along s with which an operator is verified on a small lattice: at most two
/// packs.
inline int small_slices(KernelCase const& c) {
  return c.lattice.lanes_s() * std::min(2, c.packs_s());
}

/// Returns the smallest extents of a lane's part of a local lattice for a kernel. A hop must end in
/// the next part, in directions that are split among ranks.
Extents least_block(std::string_view kernel, LocalVolume const& volume);

/// Returns the packings of a layout of several right-hand sides, with the fastest first.
inline std::vector<Packing> packings_of(RhsLayout layout) {
  switch (layout) {
  case RhsLayout::lanes:
    return {Packing::full_along_s, Packing::half_along_s};
  case RhsLayout::mixed:
    return {Packing::full_in_both};
  default:
    return packings_of(perf::Lanes::space);
  }
}

/// Returns the layouts of right-hand sides. One right-hand side has only one layout.
std::vector<RhsLayout> layouts_of(int rhs);

/// Returns the kernels to measure on a volume. Each kernel has the fastest packing that the local
/// volume and Ls allow. Several right-hand sides are measured in each layout that fits the volume
/// and their count. Throws UserError if even-odd lattices cannot have this volume.
template <class T>
std::vector<KernelCase> kernel_cases(HoppingOptions const& options, Application const& application,
                                     AskedVolume const& asked) {
  auto const& volume = asked.volume;
  std::vector<KernelCase> cases;
  auto const add = [&](perf::KernelInfo const& kernel, int rhs, RhsLayout layout) {
    int const ls = kernel.five_dimensions ? options.fields.ls : 1;
    for (Packing const packing : rhs > 1 ? packings_of(layout) : packings_of(kernel.lanes))
      if (auto const grid =
              lane_grid<T>(packing, volume.extents, ls * rhs, least_block(kernel.name, volume)))
        return cases.push_back({std::string(kernel.name), asked.l, ls, rhs, layout, packing,
                                Lattice(volume.extents, *grid), volume.global, application});
  };
  for (auto const& name : perf::kernels_of("hopping"))
    if (options.wants_kernel(name))
      for (int const rhs : options.rhs)
        for (auto const layout : layouts_of(rhs))
          add(perf::kernel_named(name), rhs, layout);
  return cases;
}

/// Returns the variants to measure. The tuned variant is left out if tuning is off.
std::vector<HoppingVariant> wanted_variants(HoppingOptions const& options);

/// Returns true if kernels are compiled for this choice. D^dagger is compiled only without
/// prefetches, to keep the build short. This is enough to verify and time D^dagger, which differs
/// from D only in signs.
constexpr bool has_kernel(Dagger dagger, Access access) {
  return dagger == Dagger::no || prefetch_of(access) == Prefetch::no;
}

/// Returns the reason why a kernel cannot run a variant, or why the variant equals another variant.
/// Returns nothing if the kernel can run the variant.
template <class T>
std::optional<std::string> reason_against(HoppingVariant const& variant, KernelCase const& c) {
  if (variant.order && !has_kernel(c.application.dagger, variant.order->access))
    return "daggered kernels are compiled only without prefetches, but access \"" +
           kitt::to_string(variant.order->access) + "\" needs prefetches";
  if (variant.links != LinkStorage::full && c.is_staggered())
    return "staggered links are not in SU(3) and are stored in full";
  if (variant.links != LinkStorage::full && !compresses<T>(c.packing))
    return "compressed links need " + std::to_string(native_lanes<T>) +
           " lanes, and not all of them along s; this kernel has lanes " +
           kitt::to_string(c.lattice.lane_grid());
  if (variant.order && variant.order->s_slice != Order::whole &&
      variant.order->s_slice >= c.packs_in_order())
    return "this kernel computes all of s in one visit to a site, so the variant equals "
           "\"lexicographic\"";
  return std::nullopt;
}

/// Describes the computation of a call: " (both parities, daggered)". Returns an empty text for the
/// computation that the ITT times.
std::string describe(Application const& application);

/// Describes a case: "DWF4 at L = 8", "DWF4 at L = 8 (both parities)".
std::string describe(KernelCase const& c);
/// Describes several right-hand sides: "4 right-hand sides (loop)".
std::string describe_rhs(KernelCase const& c);
/// Returns the reason why a case has no figure. The reason names several right-hand sides, because
/// the printed row has no column for them.
std::string reason_of(KernelCase const& c, std::string const& reason);

/// Returns the columns on request of a table: right-hand sides, if a call may have several.
std::string_view requested_columns(HoppingOptions const& options);

perf::CellKey key_of(KernelCase const& c, std::string const& variant, perf::Precision precision);
perf::TuningKey tuning_key_of(HoppingContext const& context, KernelCase const& c);

/// Returns the strategies to measure. If one rank has the whole lattice, there is no exchange, and
/// the list has one empty entry.
std::vector<std::optional<Strategy>> strategies(RunContext const& context,
                                                HoppingOptions const& options);

/// Returns the name of a variant in the record. On a split lattice, the name includes the strategy:
/// "columns-4.4/overlap".
std::string run_name(HoppingVariant const& variant, std::optional<Strategy> strategy);

/// Returns the flops and bytes of a kernel with links in this form, per 5-D site.
perf::KernelCost cost_of(HoppingOptions const& options, KernelCase const& c,
                         LinkStorage links = LinkStorage::full);

/// Returns the work of a call on a node, in 10^6 flops.
double mflop_per_node(HoppingContext const& context, KernelCase const& c);

/// Builds the cell of a measured variant. `bytes_sent`: bytes that a node sends to other nodes in a
/// call. Verification, tuning and communication are left empty.
HoppingCell evaluate(HoppingContext& context, KernelCase const& c, HoppingVariant const& variant,
                     perf::Measured const& measured, double bytes_sent);

/// Returns the row of a cell in the printed table. Lines below the row describe the chosen order of
/// a tuned variant and, on several ranks, the time of each step.
std::string report(HoppingContext const& context, HoppingCell cell);

/// The kernels of one precision.
struct VolumeKernels {
  /// Measures all kernels and variants on one volume. Returns false if a result was wrong.
  /// Collective.
  bool (*measure)(HoppingContext&, Application const&, AskedVolume const&);
};

// CMake compiles one file per precision (compile.cpp.in). A program need not be linked with
// both: `kitt-itt` has only one. The address of a missing one is null.
[[gnu::weak]] extern VolumeKernels const float_kernels;
[[gnu::weak]] extern VolumeKernels const double_kernels;

} // namespace kitt::miniapp
