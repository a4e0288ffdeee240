// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"

namespace kitt {

/// Returns the unitary matrix nearest to each link V: V (V^dagger V)^(-1/2), in U(3). Throws
/// UserError if a link is singular within rounding errors.
GaugeField unitary_links(GaugeField links);

} // namespace kitt
