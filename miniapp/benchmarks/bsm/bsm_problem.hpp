// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/local_volume.hpp"
#include "miniapp/benchmarks/bsm/bsm_options.hpp"
#include "miniapp/run/session.hpp"

namespace kitt::miniapp {

/// A case on this rank's part of a lattice.
struct BsmProblem {
  BsmCase const& of;
  int l; ///< as asked
  LocalVolume volume;
};

/// What is known of a cell before it is measured.
perf::BsmCell unmeasured(BsmOptions const& options, BsmProblem const& problem, perf::BsmTest test);

/// The links of a case in its representation, `D` its dimension, 3 or 6.
template <int D>
GaugeFieldOf<D> bsm_links(BsmOptions const& options, BsmProblem const& problem, std::uint64_t seed);

/// Collective: measures the tests of one case, in a file of its own for each kind of links and
/// packing; false if a result was wrong. `Lanes`: numbers that fill a register, or one.
template <class T, int D, LinkStorage Storage, int Lanes>
bool measure_bsm(Session& session, BsmOptions const& options, BsmProblem const& problem);

} // namespace kitt::miniapp
