// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"

#include <string>
#include <vector>

/// \file
/// Ceilings that cannot be what the machine can do, because something disturbed their measurement.

namespace kitt::perf {

/// Whether a bandwidth is less than any machine of today has.
bool is_too_low(double gb_per_s);

/// read, copy, triad or update of a level.
using Stream = double LevelBandwidth::*;

/// Why a bandwidth of a level is in doubt: a larger level is faster, or no machine has so little.
/// Empty if it is not.
std::string doubt_of(std::vector<LevelBandwidth> const& levels, LevelBandwidth const& level,
                     Stream stream);

/// A line for each bandwidth of a level that is in doubt; empty if there is none.
std::string ceiling_doubts_text(Ceilings const& ceilings);

} // namespace kitt::perf
