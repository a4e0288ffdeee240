// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/run.hpp"

namespace kitt::miniapp {

struct HaloOptions {
  FieldOptions fields = {.precision = perf::Precision::double_precision, .ls = 8, .per_rank = true};
  /// True if the benchmark runs together with others. In this case the benchmark measures only all
  /// directions together, and skips a size that does not fit.
  bool among_others = false;
};

int halo_cells(RunContext const& context, HaloOptions const& options);
/// Runs the benchmark of the exchange of faces. Returns the exit status of the program. Collective.
int run_halo(Run const& run, HaloOptions const& options);

} // namespace kitt::miniapp
