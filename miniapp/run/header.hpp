// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/provenance.hpp"

#include <string>
#include <string_view>

namespace kitt::miniapp {

/// "  name         text", as all lines of the header are.
std::string header_line(std::string_view name, std::string const& text);

/// What a run prints before anything else: program, machine, ranks, threads, conventions, as found.
/// `pages`: what fields lie on. `energy`: what is counted, or why nothing. `record`: its path.
std::string header_text(perf::RecordHeader const& header, std::string const& pages,
                        std::string const& energy, std::string const& record);

} // namespace kitt::miniapp
