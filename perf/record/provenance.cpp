// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/provenance.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/chrono.h>

namespace kitt::perf {

bool is_quick(std::vector<std::string> const& command_line) {
  return std::ranges::find(command_line, "--quick") != command_line.end();
}

std::string utc_time_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string utc_time_for_file_name() {
  return fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
}

} // namespace kitt::perf
