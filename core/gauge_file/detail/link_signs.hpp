// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_reading.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::detail {

/// Signs that links are stored with.
struct LinkSigns {
  PhasesInLinks phases = PhasesInLinks::none;
  BoundaryInLinks boundary = BoundaryInLinks::periodic;

  bool any() const { return *this != LinkSigns(); }
  bool operator==(LinkSigns const&) const = default;
};

/// All but no signs at all, the simplest first.
std::vector<LinkSigns> known_signs();

/// Multiplies the links by the signs, and so removes signs that are there. `rows`: how many of each
/// link; the third row follows from the first two, which lose a common sign in it.
void turn_links(GaugeField& field, LinkSigns const& signs, StoredRows rows = StoredRows::three);

/// The signs of unitary links, by their determinants 1 and -1; nothing where these are others, or
/// in no known pattern.
std::optional<LinkSigns> find_signs(GaugeField const& field);

/// "MILC's staggered phases and an antiperiodic boundary in time"
std::string describe(LinkSigns const& signs);
/// The options that remove them.
std::string options_against(LinkSigns const& signs);

} // namespace kitt::detail
