// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/domain_cell.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// A line for each domain that sends to itself and is slower than in the control by more than three
/// standard deviations; or that there is none, or why it cannot be told. Nothing without pairs.
std::string domain_verdicts(std::vector<DomainCell> const& cells);

} // namespace kitt::perf
