// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/provenance.hpp"

#include <string>
#include <string_view>

namespace kitt::miniapp {

/// "  name         text", as all lines of the header are.
std::string header_line(std::string_view name, std::string const& text);

/// What is found while a run starts and does not stand in its record.
struct AsFound {
  std::string pages;           ///< what fields lie on
  std::string energy;          ///< what is counted, or why nothing
  std::string record;          ///< its path
  std::string benchmark_lines; ///< of the benchmark, where there are several ranks
};

/// What a run prints before anything else: program, machine, ranks, threads, conventions, as found.
std::string header_text(perf::RecordHeader const& header, AsFound const& found);

} // namespace kitt::miniapp
