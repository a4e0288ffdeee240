// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_field.hpp"

#include <cstdint>

namespace kitt {

/// All links one.
GaugeField unit_gauge(Extents const& extents);

/// Independent links distributed by Haar measure: Gram-Schmidt on a complex Gaussian matrix. Link
/// (x, mu) depends on `seed` and the global site alone.
GaugeField hot_gauge(Extents const& extents, std::uint64_t seed);

/// Links near one: Gram-Schmidt on 1 + width * (complex Gaussian matrix).
GaugeField weak_gauge(Extents const& extents, std::uint64_t seed, double width = 0.1);

} // namespace kitt
