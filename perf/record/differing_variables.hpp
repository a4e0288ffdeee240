// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/run_environment.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// Returns a sentence for each variable whose value differs between ranks. It names the values and
/// their ranks.
std::vector<std::string> differing_variables(std::vector<NamedTexts> const& ranks);

} // namespace kitt::perf
