// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/detail/measure_variant.hpp"

namespace kitt::miniapp {
KITT_COMPILE_VARIANT(double, Packing::one_lane, LinkStorage::full);
}
