// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_field.hpp"

namespace kitt {

/// The links of staggered fermions: each times its phase, eta_t = 1, eta_x = (-1)^t,
/// eta_y = (-1)^(t+x), eta_z = (-1)^(t+x+y) in global coordinates (MILC's convention), and times -1
/// for each crossing of an antiperiodic boundary in time. For links that carry neither yet. `hop`:
/// sites from one end of a link to the other, 1 or 3; a product of three links has the phase of
/// one. `links`: those of a rank's volume.
GaugeField with_staggered_phases(GaugeField links, LocalVolume const& volume, TimeBoundary boundary,
                                 int hop = 1);

/// The same for a whole lattice.
GaugeField with_staggered_phases(GaugeField links, TimeBoundary boundary, int hop = 1);

} // namespace kitt
