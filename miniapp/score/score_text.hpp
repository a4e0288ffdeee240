// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/score/efficiency.hpp"
#include "miniapp/score/score.hpp"

#include <string>

namespace kitt::miniapp {

/// "Per node summary", L / Wilson / DWF4 / DWF5, then what to read off a run: memory bandwidth,
/// that of large messages, comparison point, robustness; says what is missing where there is no
/// figure.
std::string score_text(Score const& summary);

/// "Efficiency against FILE", one row per kernel and L.
std::string efficiency_text(Efficiency const& efficiency);

} // namespace kitt::miniapp
