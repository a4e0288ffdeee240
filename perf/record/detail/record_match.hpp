// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/json/json_words.hpp"

#include <optional>
#include <string>

namespace kitt::perf::detail {

/// Returns the differences that make figures of an earlier run and of this run incomparable
/// ("configuration/seed is 1 there and 2 here"). Ignores accidental differences: time, host name,
/// free memory, choice of cores.
std::optional<std::string> first_difference(Json const& earlier, Json const& now);

} // namespace kitt::perf::detail
