// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"
#include "perf/results/results.hpp"

#include <string>

namespace kitt::perf::detail {

/// What to throw for a cell of a benchmark that this program does not know.
WrongValue unknown_benchmark(std::string const& name);

/// Adds the figures of those cells of a published table that have no lattice: latencies, speed-ups,
/// and of threads on near and far memory the mean of each relation, and its ratio to local memory.
/// Throws WrongValue and nlohmann::json::exception for cells that are none.
void add_figures_without_lattice(Results& table, Json const& cells);

} // namespace kitt::perf::detail
