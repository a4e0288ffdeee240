// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <optional>
#include <string>

namespace kitt::perf::detail {

/// How the document of an earlier run differs from one of this run where figures would not be
/// comparable ("configuration/seed is 1 there and 2 here"); none if it does not. What merely
/// happens to differ between runs (time, host name, free memory, which cores) is not looked at.
std::optional<std::string> first_difference(Json const& earlier, Json const& now);

} // namespace kitt::perf::detail
