// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/run/meter.hpp"
#include "miniapp/run/output.hpp"
#include "miniapp/run/run_context.hpp"

namespace kitt::miniapp {

/// Parts of a run that a benchmark works with. Functions that need one part take only this part.
struct Run {
  RunContext const& context;
  Meter& meter;
  Output& output;
};

} // namespace kitt::miniapp
