// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/detail/measure_variant.hpp"

namespace kitt::miniapp {
KITT_COMPILE_VARIANT(double, Packing::half_in_space, LinkStorage::full);
KITT_COMPILE_VARIANT(double, Packing::half_along_s, LinkStorage::full);
} // namespace kitt::miniapp
