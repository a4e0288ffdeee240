// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/detail/measure_variant.hpp"

namespace kitt::miniapp {
KITT_COMPILE_VARIANT(float, packing_of_compressed<float>, LinkStorage::two_rows);
KITT_COMPILE_VARIANT(float, packing_of_compressed<float>, LinkStorage::narrow);
} // namespace kitt::miniapp
