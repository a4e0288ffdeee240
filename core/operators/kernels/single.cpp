// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/operators/compiled_kernels.hpp"

namespace kitt {
KITT_KERNELS(, float)
KITT_FACES(, float)
} // namespace kitt
