// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

namespace kitt {

/// Links of an improved staggered operator.
struct ImprovedLinks {
  GaugeField fat;    ///< for legs of one site
  GaugeField longer; ///< for legs of three
};

/// The fat and long links of the asqtad action (Orginos, Toussaint, Sugar, Phys. Rev. D 60 (1999)
/// 054503): sums over paths, each with its coefficient times u0^(1 - length). The paths are the
/// link, staples of three, five and seven links, straight staples of five (Lepage), and three links
/// in a row. `links`: those of a whole periodic lattice, with phases and boundary sign
/// (staggered_phases.hpp), as those returned have. `u0`: the tadpole factor.
ImprovedLinks asqtad_links(GaugeField const& links, double u0 = 1);

/// Fat7 smearing, the first step of HISQ: sums over paths as asqtad's, of the link and staples of
/// three, five and seven links, without tadpole factors.
GaugeField fat7_links(GaugeField const& links);

/// The fat and long links of the HISQ action (Follana et al., Phys. Rev. D 75 (2007) 054502): Fat7
/// smearing, of which the unitary part is taken, in U(3), and of that sums over asqtad's paths,
/// with twice its straight staples and no tadpole factors. `links` as for asqtad_links();
/// `naik_epsilon`: the correction of heavy quarks' three links in a row, -(1 + epsilon) / 24, which
/// the link makes up for. Throws UserError if a link is singular once smeared.
ImprovedLinks hisq_links(GaugeField const& links, double naik_epsilon = 0);

} // namespace kitt
