// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace kitt {

/// Halo precision: the numbers that half spinors are rounded to while they travel from rank to
/// rank. `same`: they keep the fields' own precision.
enum class Travel { same, single_precision, half_precision };
/// The name that options and records use.
inline std::string to_string(Travel travel) {
  constexpr std::array names{"same", "single", "half"};
  return names[static_cast<std::size_t>(travel)];
}

} // namespace kitt
