// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

namespace kitt {

/// Average plaquette: mean of Re tr U_p / 3 over sites and planes. The plaquette of the unit field
/// is 1.
struct Plaquette {
  double all = 0;      ///< mean of Re tr U_p / 3 over all six planes
  double spatial = 0;  ///< mean of Re tr U_p / 3 over the planes xy, xz and yz
  double temporal = 0; ///< mean of Re tr U_p / 3 over the planes xt, yt and zt
};

/// Deviation of links from SU(3): the largest deviation over all links.
struct UnitarityError {
  double unitarity = 0;   ///< largest element of |U U^dagger - 1|
  double determinant = 0; ///< largest |det U - 1|
};

/// All observables that KITT measures on a gauge field.
struct GaugeObservables {
  Plaquette plaquette;
  double link_trace = 0; ///< mean of Re tr U / 3 over sites and directions
  UnitarityError unitarity_error;
};

/// Returns the average plaquettes of a periodic lattice. A plaquette is U_mu(x) U_nu(x+mu)
/// U_mu(x+nu)^dagger U_nu(x)^dagger.
Plaquette plaquette(GaugeField const& field);

/// Returns the mean of Re tr U / 3 over all 4 * volume links.
double link_trace(GaugeField const& field);

/// Returns the largest deviations from U U^dagger = 1 and det U = 1. The deviations are NaN if any
/// link contains NaN.
UnitarityError unitarity_error(GaugeField const& field);

/// Returns the plaquettes, the link trace and the unitarity error of a field.
GaugeObservables measure_gauge(GaugeField const& field);

} // namespace kitt
