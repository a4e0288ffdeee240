// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_reading.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kitt::detail {

/// Signs that the stored links contain.
struct LinkSigns {
  PhasesInLinks phases = PhasesInLinks::none;
  BoundaryInLinks boundary = BoundaryInLinks::periodic;

  bool any() const { return *this != LinkSigns(); }
  bool operator==(LinkSigns const&) const = default;
};

/// Returns all known combinations of signs, except the one without signs. The simplest come first.
std::vector<LinkSigns> known_signs();

/// Multiplies the links by the signs, which also removes the same signs from links that have them.
/// `rows` is the number of rows of each link that are multiplied. If a file stores two rows, the
/// third row does not change its sign, because it is a product of the first two.
void turn_links(GaugeField& field, LinkSigns const& signs, StoredRows rows = StoredRows::three);

/// Returns the signs of unitary links, found from their determinants, 1 or -1. Empty if there are
/// other determinants, or if the signs have no known pattern.
std::optional<LinkSigns> find_signs(GaugeField const& field);

/// Returns a description, such as "MILC's staggered phases and the sign of an antiperiodic boundary
/// in time".
std::string describe(LinkSigns const& signs);
/// Returns the command-line options that remove the signs from links.
std::string options_against(LinkSigns const& signs);

} // namespace kitt::detail
