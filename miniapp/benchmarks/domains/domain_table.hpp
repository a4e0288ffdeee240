// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "miniapp/benchmarks/domains/domain_cell.hpp"

#include <string>
#include <vector>

namespace kitt::miniapp {

/// Returns a line for each domain that sends to itself and is more than three standard deviations
/// slower than in the control. If no domain is slower, returns a line that says so, or that says
/// why domains cannot be judged. Returns an empty text if there are no pairs.
std::string domain_verdicts(std::vector<DomainCell> const& cells);

} // namespace kitt::miniapp
