// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/cells.hpp"
#include "perf/record/efficiency.hpp"
#include "perf/record/summary.hpp"
#include "perf/text/table.hpp"

#include <string>
#include <string_view>
#include <vector>

/// \file
/// How results look on a terminal. Everything returns whole lines.

namespace kitt::perf {

/// The table of the hopping kernels, one row per variant. `split`: over ranks. In all tables of
/// measured cells a line of energy follows the row where the machine has counters.
Table hopping_table(bool split = false);
std::string hopping_row(HoppingCell const& cell);
std::string skipped_row(SkippedCell const& cell);
std::string failed_row(FailedCell const& cell);

/// The table of the memory kernels.
Table memory_table();
std::string memory_row(MemoryCell const& cell);

/// The table of the halo exchange.
Table halo_table();
std::string halo_row(HaloCell const& cell);

/// "Per node summary", L / Wilson / DWF4 / DWF5, then what to read off a run: memory bandwidth,
/// that of large messages, comparison point, robustness; says what is missing where there is no
/// figure.
std::string summary_text(Summary const& summary);

/// "Efficiency against FILE", one row per kernel and L.
std::string efficiency_text(Efficiency const& efficiency);

} // namespace kitt::perf
