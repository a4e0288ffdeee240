// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/fields/link_field.hpp"

namespace kitt {

/// Links of an improved staggered operator.
struct ImprovedLinks {
  GaugeField fat;    ///< fat links, for hops over one site
  GaugeField longer; ///< long links, for hops over three sites
};

/// Returns the fat and long links of the asqtad action. Fat and long links are sums over paths,
/// each with its coefficient times u0^(1 - length). The paths are the link, staples of three, five
/// and seven links, straight staples of five links (Lepage), and three links in a row. `links`:
/// links of a whole periodic lattice, with staggered phases and boundary sign
/// (with_staggered_phases). The returned links contain the phases and the sign of `links`. `u0`:
/// tadpole factor. Source: Orginos, Toussaint, Sugar, Phys. Rev. D 60 (1999) 054503.
ImprovedLinks asqtad_links(GaugeField const& links, double u0 = 1);

/// Returns links after Fat7 smearing, the first step of HISQ. The smeared links are sums over the
/// link and staples of three, five and seven links, without tadpole factors.
GaugeField fat7_links(GaugeField const& links);

/// Returns the fat and long links of the HISQ action. The steps are: Fat7 smearing; the unitary
/// part, in U(3); sums over the paths of asqtad, with doubled straight staples and without tadpole
/// factors. `links`: links of a whole periodic lattice, with staggered phases and boundary sign.
/// `naik_epsilon`: correction for heavy quarks. The coefficient of three links in a row is -(1 +
/// epsilon) / 24; the coefficient of the link compensates for epsilon. Throws UserError if a
/// smeared link is singular. Source: Follana et al., Phys. Rev. D 75 (2007) 054502.
ImprovedLinks hisq_links(GaugeField const& links, double naik_epsilon = 0);

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
