// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/ceilings.hpp"

#include <string>
#include <vector>

/// \file
/// Doubts about ceilings: values that the machine must exceed, so that something must have
/// disturbed the measurement.

namespace kitt::perf {

/// Returns whether a bandwidth is lower than on any current machine.
bool is_too_low(double gb_per_s);

/// The read, copy, triad or update bandwidth of a level.
using Stream = double LevelBandwidth::*;

/// Returns why a bandwidth of a level is in doubt: a larger level is faster, or no machine is so
/// slow. Empty if there is no doubt.
std::string doubt_of(std::vector<LevelBandwidth> const& levels, LevelBandwidth const& level,
                     Stream stream);

/// Returns a line for each bandwidth of a level that is in doubt. Empty without doubts.
std::string ceiling_doubts_text(Ceilings const& ceilings);

} // namespace kitt::perf
