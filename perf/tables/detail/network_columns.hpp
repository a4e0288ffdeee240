// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/record/cells.hpp"
#include "perf/text/table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::perf::detail {

/// `figure` with the mark of figures in doubt, or a blank in its place; see doubts_text.
std::string marked(std::string const& figure, bool in_doubt);
/// Of the mean, in percent, marked if large.
std::string error_percent(Statistics const& seconds);
/// A fraction of a roofline in percent, marked if it is above a ceiling.
std::string roof_percent(std::optional<double> const& fraction);
std::string or_dash(std::string const& text);

std::vector<ColumnOf<MessageCell>> columns_of(MessageCell const*, bool split);
std::vector<ColumnOf<StencilCell>> columns_of(StencilCell const*, bool split);
std::vector<ColumnOf<CollectiveCell>> columns_of(CollectiveCell const*, bool split);
std::vector<ColumnOf<HashCell>> columns_of(HashCell const*, bool split);

} // namespace kitt::perf::detail
