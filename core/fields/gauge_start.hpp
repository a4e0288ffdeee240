// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/lattice/local_volume.hpp"

#include <cstdint>

namespace kitt {

// Each start comes in two forms: for a whole lattice, and for one rank's part of it. The links do
// not depend on how the lattice is shared out.

/// The field whose links are all the unit matrix.
GaugeField unit_gauge(Extents const& extents);

/// Independent links distributed by Haar measure: Gram-Schmidt on a complex Gaussian matrix. Link
/// (x, mu) depends on `seed` and the global site alone.
GaugeField hot_gauge(LocalVolume const& volume, std::uint64_t seed);
GaugeField hot_gauge(Extents const& extents, std::uint64_t seed);

/// Links near one: Gram-Schmidt on 1 + width * (complex Gaussian matrix).
GaugeField weak_gauge(LocalVolume const& volume, std::uint64_t seed, double width = 0.1);
GaugeField weak_gauge(Extents const& extents, std::uint64_t seed, double width = 0.1);

/// The part of a whole field that lies in a volume.
GaugeField cut_out(GaugeField const& whole, LocalVolume const& volume);

} // namespace kitt
