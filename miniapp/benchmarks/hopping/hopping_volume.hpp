// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/lattice/local_volume.hpp"
#include "miniapp/benchmarks/hopping/hopping_context.hpp"

namespace kitt::miniapp {

/// Collective: measures all kernels and variants asked for on one volume in precision T (float or
/// double: each is compiled in a file of its own). `l`: as asked. `gauge`: of this rank's volume.
/// `slices`: of the source. False if a result was wrong.
template <class T>
bool measure_volume(HoppingContext& context, HoppingWork const& work, int l,
                    LocalVolume const& volume, GaugeField gauge, int slices);

} // namespace kitt::miniapp
