// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_file_info.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace kitt {

/// Statements of a file that are compared with its links.
enum class GaugeCheck { checksum, plaquette, link_trace };
constexpr auto names_of(GaugeCheck) {
  return std::array{"checksum", "plaquette", "link-trace"};
}

/// Signs by which a program may have multiplied the links before it wrote them. Coordinates count
/// from 0.
/// - none: no signs.
/// - milc: eta_x = (-1)^t, eta_y = (-1)^(t+x), eta_z = (-1)^(t+x+y), eta_t = 1 (milc_qcd,
///   generic_ks/rephase.c).
/// - cps: eta_x = 1, eta_y = (-1)^x, eta_z = (-1)^(x+y), eta_t = (-1)^(x+y+z).
/// - minus_one: all links are multiplied by -1.
enum class PhasesInLinks { none, milc, cps, minus_one };
constexpr auto names_of(PhasesInLinks) {
  return std::array{"none", "milc", "cps", "minus-one"};
}

/// Boundary sign in stored links. antiperiodic: the last links in time are stored times -1.
enum class BoundaryInLinks { periodic, antiperiodic };
constexpr auto names_of(BoundaryInLinks) {
  return std::array{"periodic", "antiperiodic"};
}

/// Information that the user gives about a file because the file does not state it.
struct GaugeReading {
  std::vector<GaugeCheck> accepted = {};                ///< statements that may be wrong
  PhasesInLinks phases = PhasesInLinks::none;           ///< phases to remove from the links
  BoundaryInLinks boundary = BoundaryInLinks::periodic; ///< boundary sign to remove from the links
  std::optional<Extents> extents = {};                  ///< extents x, y, z, t, for LIME files
  std::optional<StoredPrecision> precision = {};        ///< precision of the field, for LIME files

  bool accepts(GaugeCheck check) const {
    return std::ranges::find(accepted, check) != accepted.end();
  }
  bool operator==(GaugeReading const&) const = default;
};

} // namespace kitt
