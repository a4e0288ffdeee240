// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/lattice.hpp"
#include "core/lattice/local_volume.hpp"
#include "core/operators/schedule.hpp"
#include "miniapp/benchmarks/hopping/hopping_cell.hpp"
#include "miniapp/benchmarks/hopping/hopping_context.hpp"
#include "miniapp/benchmarks/hopping/packing.hpp"
#include "miniapp/benchmarks/hopping/variants.hpp"
#include "perf/record/cell_kind.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// What is measured: a kernel at a size, laid out in one way, applied to one parity or both.
struct KernelCase {
  std::string name; ///< "Wilson", "DWF4", "DWF5"
  int l;
  int ls;
  Packing packing;
  Lattice lattice; ///< of one rank
  Extents global;
  HoppingWork work = {};

  int packs_s() const { return ls / lattice.lanes_s(); }
};

/// The kernels asked for at one size, each with the fastest packing that the local volume and Ls
/// allow. Throws UserError if red-black lattices cannot have such a volume.
template <class T>
std::vector<KernelCase> kernel_cases(HoppingOptions const& options, HoppingWork const& work, int l,
                                     LocalVolume const& volume) {
  std::vector<KernelCase> cases;
  auto const add = [&](perf::KernelInfo const& kernel) {
    int const ls = kernel.five_dimensions ? options.fields.ls : 1;
    for (Packing const packing : packings_of(kernel.lanes))
      if (auto const grid = lane_grid<T>(packing, volume.extents, ls))
        return cases.push_back({std::string(kernel.name), l, ls, packing,
                                Lattice(volume.extents, *grid), volume.global, work});
  };
  for (auto const& name : perf::kernels_of("hopping"))
    if (options.wants_kernel(name))
      add(perf::kernel_named(name));
  return cases;
}

/// The variants asked for; the tuned one only where tuning is.
std::vector<HoppingVariant> wanted_variants(HoppingOptions const& options);

/// Whether kernels are compiled for it. The dagger differs in signs alone: kernels without
/// prefetches are enough to verify and to time it, and keep the build short.
constexpr bool has_kernel(Dagger dagger, Access access) {
  return dagger == Dagger::no || prefetch_of(access) == Prefetch::no;
}

/// Why a variant cannot be had of a kernel, or would be another one over again; none if it can.
template <class T>
std::optional<std::string> reason_against(HoppingVariant const& variant, KernelCase const& c) {
  if (variant.order && !has_kernel(c.work.dagger, variant.order->access))
    return "daggered kernels are compiled without prefetches alone, which access \"" +
           kitt::to_string(variant.order->access) + "\" needs";
  if (variant.links != LinkStorage::full && !compresses<T>(c.packing))
    return "compressed links need " + std::to_string(native_lanes<T>) +
           " lanes, not all of them along s; those of this kernel are " +
           kitt::to_string(c.lattice.lane_grid());
  if (variant.order && variant.order->s_slice != Order::whole &&
      variant.order->s_slice >= c.packs_s())
    return "one visit to a site holds all of s here: \"lexicographic\" is the same";
  return std::nullopt;
}

/// " (both parities, daggered)"; empty for what the ITT times.
std::string name_of(HoppingWork const& work);

/// "DWF4 at L = 8", "DWF4 at L = 8 (both parities)".
std::string place(KernelCase const& c);

perf::CellKey key_of(KernelCase const& c, std::string const& variant, perf::Precision precision);
perf::TuningKey tuning_key_of(HoppingContext const& context, KernelCase const& c);

/// Those to measure: one with nothing to schedule where a rank has the whole lattice.
std::vector<std::optional<Strategy>> strategies(RunContext const& context,
                                                HoppingOptions const& options);

/// The name of a variant as it is run: with the strategy, where the lattice is split.
std::string run_name(HoppingVariant const& variant, std::optional<Strategy> strategy);

/// 10^6 flop per node of one call.
double mflop_per_node(HoppingContext const& context, KernelCase const& c);

/// The cell that these times and their energy make, its verification, tuning and communication left
/// open.
HoppingCell evaluate(HoppingContext& context, KernelCase const& c, HoppingVariant const& variant,
                     perf::Measured const& measured);

/// The row of a cell and, for a tuned one, what was chosen and how; on many ranks, where its time
/// went.
std::string report(HoppingCell const& cell, comms::VolumeOf of);

} // namespace kitt::miniapp
