// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/results/other_programs.hpp"

#include <string>

/// \file
/// Readers of the output of other programs, one for each prefix.

namespace kitt::perf::detail {

/// Returns results without figures, with the facts that the user gave.
Results results_of_output(OtherOutput const& output);

/// Reads the output of Grid's Benchmark_ITT (2017 and later), its Benchmark_usqcd, or the output or
/// JSON file of grid-benchmark.
Results read_grid(OtherOutput const& output, std::string const& text);

/// Reads the text of osu_latency, osu_bw or osu_bibw. Throws UserError if the user did not say
/// whether the two ranks ran on one node or on two.
Results read_osu(OtherOutput const& output, std::string const& text);

/// Reads the text or CSV of BabelStream.
Results read_babelstream(OtherOutput const& output, std::string const& text);

/// Reads the text of BSMBench, of one or several cases. Throws UserError if there are several ranks
/// and the user did not give the number of nodes.
Results read_bsmbench(OtherOutput const& output, std::string const& text);

/// Reads the text of SOMBRERO. Throws UserError if there are several ranks and the user did not
/// give the number of nodes.
Results read_sombrero(OtherOutput const& output, std::string const& text);

} // namespace kitt::perf::detail
