// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_file_info.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace kitt {

/// Statements of a file that its links are held against.
enum class GaugeCheck { checksum, plaquette, link_trace };
constexpr auto names_of(GaugeCheck) {
  return std::array{"checksum", "plaquette", "link-trace"};
}

/// Signs by which a program may have multiplied the links that it wrote, in coordinates that count
/// from 0. milc: eta_x = (-1)^t, eta_y = (-1)^(t+x), eta_z = (-1)^(t+x+y), eta_t = 1 (milc_qcd,
/// generic_ks/rephase.c). cps: eta_x = 1, eta_y = (-1)^x, eta_z = (-1)^(x+y),
/// eta_t = (-1)^(x+y+z). minus_one: all links times -1.
enum class PhasesInLinks { none, milc, cps, minus_one };
constexpr auto names_of(PhasesInLinks) {
  return std::array{"none", "milc", "cps", "minus-one"};
}

/// antiperiodic: the last links in time are stored times -1.
enum class BoundaryInLinks { periodic, antiperiodic };
constexpr auto names_of(BoundaryInLinks) {
  return std::array{"periodic", "antiperiodic"};
}

/// What the user knows of a file beyond what stands in it.
struct GaugeReading {
  std::vector<GaugeCheck> accepted = {};                ///< whose mismatch does not refuse the file
  PhasesInLinks phases = PhasesInLinks::none;           ///< removed at reading
  BoundaryInLinks boundary = BoundaryInLinks::periodic; ///< its sign is removed at reading
  std::optional<Extents> extents = {};                  ///< of a LIME file's field, x, y, z, t
  std::optional<StoredPrecision> precision = {};        ///< of a LIME file's field

  bool accepts(GaugeCheck check) const {
    return std::ranges::find(accepted, check) != accepted.end();
  }
  bool operator==(GaugeReading const&) const = default;
};

} // namespace kitt
