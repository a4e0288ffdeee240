// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/lattice.hpp"
#include "miniapp/benchmarks/bsm/bsm_cell.hpp"
#include "miniapp/benchmarks/bsm/bsm_options.hpp"
#include "miniapp/run/lattice_operators.hpp"
#include "miniapp/run/run.hpp"

namespace kitt::miniapp {

/// Case of BSMBench on this rank's part of a lattice.
struct BsmProblem {
  BsmCase const& of;
  int l; ///< lattice extent L as requested
  LocalVolume volume;
};

/// Returns the cell of the record with the fields that are known before the measurement.
BsmCell unmeasured(BsmOptions const& options, BsmProblem const& problem, perf::BsmTest test);

/// Returns the links of a case in its representation. `D` is the dimension of the representation, 3
/// or 6.
template <int D>
GaugeFieldOf<D> bsm_links(BsmOptions const& options, BsmProblem const& problem, std::uint64_t seed);

/// Measures the tests of one case. Each kind of links and each way of filling registers is compiled
/// in its own file. Returns false if a result was wrong. Collective.
template <class T, int D, LinkStorage Storage, RegisterLanes Lanes>
bool measure_bsm(Run const& run, BsmOptions const& options, BsmProblem const& problem);

} // namespace kitt::miniapp
