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

/// Why the bandwidth of a level is in doubt: a larger level is faster, or it is too low. Empty if
/// it is not.
std::string doubt_of_level(std::vector<LevelBandwidth> const& levels, std::string const& level);

/// A line for each level whose bandwidth is in doubt; empty if there is none.
std::string ceiling_doubts_text(Ceilings const& ceilings);

} // namespace kitt::perf
