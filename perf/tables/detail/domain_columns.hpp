// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/domain_cell.hpp"
#include "perf/text/table.hpp"

#include <vector>

namespace kitt::perf::detail {

/// A line of a cell's table: one of its domains, or all that are off-node together.
struct DomainLine {
  DomainCell const* cell = nullptr;
  DomainTimes const* domain = nullptr; ///< null: all that are off-node
};
/// The lines of a cell, which outlives them.
std::vector<DomainLine> lines_of(DomainCell const& cell);

std::vector<ColumnOf<DomainLine>> columns_of(DomainCell const*, bool split);

} // namespace kitt::perf::detail
