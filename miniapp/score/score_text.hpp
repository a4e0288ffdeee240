// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/score/efficiency.hpp"
#include "miniapp/score/score.hpp"

#include <string>

namespace kitt::miniapp {

/// Returns the summary per node: the table with L, Wilson, DWF4 and DWF5, then memory bandwidth,
/// bandwidth of large messages, comparison point and robustness. If a figure is missing, says what
/// it needs.
std::string score_text(Score const& summary);

/// Returns the table "Efficiency against FILE", one row per kernel and L.
std::string efficiency_text(Efficiency const& efficiency);

} // namespace kitt::miniapp
