// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_field.hpp"

namespace kitt {

/// Returns the links of staggered fermions. Each link is multiplied by its phase: eta_t = 1, eta_x
/// = (-1)^t, eta_y = (-1)^(t+x), eta_z = (-1)^(t+x+y) in global coordinates (MILC's convention).
/// Each link is also multiplied by -1 for each crossing of an antiperiodic boundary in time.
/// `links`: links of a rank's volume, without phases and boundary signs. `hop`: number of sites
/// from one end of a link to the other, 1 or 3. A product of three links has the phase of a single
/// link.
GaugeField with_staggered_phases(GaugeField links, LocalVolume const& volume, TimeBoundary boundary,
                                 int hop = 1);

/// Returns the links of staggered fermions of a whole lattice.
GaugeField with_staggered_phases(GaugeField links, TimeBoundary boundary, int hop = 1);

} // namespace kitt
