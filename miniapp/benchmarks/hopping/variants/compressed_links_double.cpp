// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/detail/measure_variant.hpp"

namespace kitt::miniapp {
KITT_COMPILE_VARIANT(double, packing_of_compressed<double>, LinkStorage::two_rows);
KITT_COMPILE_VARIANT(double, packing_of_compressed<double>, LinkStorage::narrow);
} // namespace kitt::miniapp
