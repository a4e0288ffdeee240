// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt {

/// Halo precision: the precision to which half spinors are rounded when they are sent from rank to
/// rank. `same`: the precision of the field.
enum class Travel { same, single_precision, half_precision };
constexpr auto names_of(Travel) {
  return std::array{"same", "single", "half"};
}

} // namespace kitt
