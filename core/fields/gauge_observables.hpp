// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

namespace kitt {

/// Mean of Re tr U_p / 3 over sites and planes: 1 for the unit field.
struct Plaquette {
  double all = 0;      ///< all six planes
  double spatial = 0;  ///< xy, xz, yz
  double temporal = 0; ///< xt, yt, zt
};

/// How far the links are from SU(3): the largest deviation over all links.
struct UnitarityError {
  double unitarity = 0;   ///< largest element of |U U^dagger - 1|
  double determinant = 0; ///< |det U - 1|
};

/// Everything that is measured on a field for its own sake.
struct GaugeObservables {
  Plaquette plaquette;
  double link_trace = 0; ///< mean of Re tr U / 3 over sites and directions
  UnitarityError unitarity_error;
};

/// Plaquettes of a periodic lattice, U_mu(x) U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger.
Plaquette plaquette(GaugeField const& field);

/// Mean of Re tr U / 3 over all 4 * volume links.
double link_trace(GaugeField const& field);

/// Largest deviations from U U^dagger = 1 and det U = 1; NaN if any link is not a number.
UnitarityError unitarity_error(GaugeField const& field);

/// Measures all of the above.
GaugeObservables measure_gauge(GaugeField const& field);

} // namespace kitt
