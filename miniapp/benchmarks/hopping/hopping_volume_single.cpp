// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/detail/measure_volume.hpp"

namespace kitt::miniapp {
template bool measure_volume<float>(HoppingContext&, HoppingWork const&, int, LocalVolume const&,
                                    GaugeField, int);
}
