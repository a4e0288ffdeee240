// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/backend_traits.hpp"
#include "core/lattice.hpp"
#include "core/schedule.hpp"
#include "miniapp/session.hpp"
#include "miniapp/variants.hpp"

#include <optional>
#include <string>

namespace kitt::miniapp {

/// What is measured: a kernel at a size, laid out in one way.
struct KernelCase {
  std::string name; ///< "Wilson", "DWF4", "DWF5"
  int l;
  int ls;
  Lattice lattice; ///< of one rank
  Extents global;

  int packs_s() const { return ls / lattice.lanes_s(); }
};

/// Lanes over the sub-lattices of a volume: a full register, else half of one; 0 where neither can
/// be had.
template <class T>
int lanes_in_space(Extents const& extents) {
  for (int const lanes : {native_lanes<T>, half_lanes<T>})
    if ((lanes > 1 || native_lanes<T> == 1) && find_lane_grid(extents, lanes))
      return lanes;
  return 0;
}

/// Lanes along s, likewise.
template <class T>
int lanes_along_s(int ls) {
  for (int const lanes : {native_lanes<T>, half_lanes<T>})
    if ((lanes > 1 || native_lanes<T> == 1) && ls % lanes == 0)
      return lanes;
  return 0;
}

/// "DWF4 at L = 8"
std::string place(KernelCase const& c);

perf::CellKey key_of(KernelCase const& c, std::string const& variant, perf::Precision precision);
perf::TuningKey tuning_key_of(Session const& session, KernelCase const& c);

/// Those to measure: one with nothing to schedule where a rank has the whole lattice.
std::vector<std::optional<Strategy>> strategies(Session const& session);

/// The name of a variant as it is run: with the strategy, where the lattice is split.
std::string run_name(HoppingVariant const& variant, std::optional<Strategy> strategy);

/// 10^6 flop per node of one call.
double mflop_per_node(Session const& session, KernelCase const& c);

/// The cell that these times and their energy make, its verification, tuning and communication left
/// open.
perf::HoppingCell evaluate(Session& session, KernelCase const& c, HoppingVariant const& variant,
                           perf::Measured const& measured);

/// The row of a cell and, for a tuned one, what was chosen and how; on many ranks, where its time
/// went.
std::string report(perf::HoppingCell const& cell);

} // namespace kitt::miniapp
