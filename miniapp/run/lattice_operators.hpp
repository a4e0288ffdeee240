// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/halo/rank_halo.hpp"
#include "core/halo/halo.hpp"
#include "core/lattice/lattice.hpp"
#include "core/lattice/order.hpp"
#include "core/operators/schedule.hpp"
#include "miniapp/run/meter.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Tools for benchmarks of operators on lattices: volumes of ranks, SIMD lanes, halos, and ways to
/// apply a hopping term.

namespace kitt::miniapp {

/// Lattice of one size, and the part of it on this rank.
struct AskedVolume {
  int l; ///< extent L as requested; the first extent, if the extents differ
  LocalVolume volume;
};

/// Returns all lattices, shared out over the run's grid of ranks.
inline std::vector<AskedVolume> asked_volumes(RunContext const& context,
                                              SharedLattices const& lattices) {
  auto const& grid = context.grid();
  auto const rank = context.communicator().rank();
  std::vector<AskedVolume> list;
  for (Extents const& given : lattices.volumes) {
    auto const local = comms::share_out(grid, given, lattices.volume_of);
    list.push_back({given[0], comms::volume_of_rank(grid, rank, local)});
  }
  return list;
}

/// Numbers in a SIMD register: either all that fit, or one number, which suits every lattice. If
/// only one number fits, the two choices are equal. The functions of the two choices still have
/// different names, so that each function can have its own file.
enum class RegisterLanes { full, one };
template <class T>
constexpr int lanes_of(RegisterLanes lanes) {
  return lanes == RegisterLanes::one ? 1 : native_lanes<T>;
}

/// Returns the halo of this rank's part of a field, with the transport and the pages of the
/// options. `packs_s` is the number of packs along s.
template <class Halo>
Halo make_halo(RunContext const& context, Stencil const& stencil, int packs_s,
               Travel precision = Travel::same) {
  auto const& options = context.options();
  return {context.communicator(),
          context.grid(),
          stencil,
          packs_s,
          {options.transport, precision, options.huge_pages}};
}

/// Way to apply a hopping term: its access to memory, and its schedule of exchange and computation.
struct HoppingWay {
  Access access = Access::plain;
  std::optional<Strategy> strategy = {}; ///< empty if the lattice is not split over ranks

  std::string name() const {
    return kitt::to_string(access) + (strategy ? "/" + kitt::to_string(*strategy) : "");
  }
};

/// Returns all ways to apply a hopping term that can differ in speed. `split`: true if the lattice
/// is split over ranks.
inline std::vector<HoppingWay> hopping_ways(bool split) {
  std::vector<HoppingWay> ways;
  for (auto const access : all_accesses)
    if (split)
      for (auto const strategy : {Strategy::sequential, Strategy::overlap})
        ways.push_back({access, strategy});
    else
      ways.push_back({access});
#ifdef KITT_FEW_KERNELS // in this build, prefetches change nothing
  ways.resize(split ? 2 : 1);
#endif
  return ways;
}

/// Returns the fastest of these ways to apply an operator, by the shortest time of a few calls.
/// `application(way)` returns a function that applies the operator once and waits for the result.
/// Collective.
inline HoppingWay
fastest_way(Meter& meter, std::vector<HoppingWay> const& ways,
            std::function<perf::Sampler::Call(HoppingWay const&)> const& application) {
  std::optional<double> best;
  HoppingWay fastest;
  for (auto const& way : ways) {
    perf::SamplingPolicy const few{
        .minimum_seconds = 0.01, .minimum_count = 3, .maximum_seconds = 0.1};
    auto const seconds = meter.sample(application(way), {.policy = few}).seconds.minimum;
    if (!best || seconds < *best) {
      best = seconds;
      fastest = way;
    }
  }
  return fastest;
}

} // namespace kitt::miniapp
