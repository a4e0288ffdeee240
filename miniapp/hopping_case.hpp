// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice.hpp"
#include "miniapp/session.hpp"
#include "miniapp/variants.hpp"

#include <string>

namespace kitt::miniapp {

/// What is measured: a kernel at a size, laid out in one way.
struct KernelCase {
  std::string name; ///< "Wilson", "DWF4", "DWF5"
  int l;
  int ls;
  Lattice lattice;

  int packs_s() const { return ls / lattice.lanes_s(); }
};

/// "DWF4 at L = 8"
std::string place(KernelCase const& c);

perf::CellKey key_of(KernelCase const& c, std::string const& variant, perf::Precision precision);
perf::TuningKey tuning_key_of(KernelCase const& c, perf::Precision precision);

/// 10^6 flop per node of one call.
double mflop_per_node(Session const& session, KernelCase const& c);

/// The cell that these times make, its verification and tuning left open.
perf::HoppingCell evaluate(Session& session, KernelCase const& c, HoppingVariant const& variant,
                           perf::Statistics const& seconds);

/// The row of a cell and, for a tuned one, what was chosen and how.
std::string report(perf::HoppingCell const& cell);

} // namespace kitt::miniapp
