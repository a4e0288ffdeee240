// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt {

/// Halo precision: the numbers that half spinors are rounded to while they travel from rank to
/// rank. `same`: they keep the fields' own precision.
enum class Travel { same, single_precision, half_precision };
constexpr auto names_of(Travel) {
  return std::array{"same", "single", "half"};
}

} // namespace kitt
