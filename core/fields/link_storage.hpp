// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt {

/// How many numbers of a link are stored. `full`: its elements. `two_rows` (the field calls it
/// reconstruct-12): the kernel computes the third row from the other two, the link being in SU(3)
/// up to a factor: two thirds of the memory, to rounding the same. `narrow`: elements in
/// numbers of half the width (half precision for single, single for double): half the memory, with
/// the error of the narrow numbers. `real`: elements whose imaginary parts are zero, as those of a
/// real representation are, without them: half the memory and half the multiply-adds.
enum class LinkStorage { full, two_rows, narrow, real };
constexpr auto names_of(LinkStorage) {
  return std::array{"full", "two rows", "narrow", "real"};
}

} // namespace kitt
