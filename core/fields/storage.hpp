// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>

namespace kitt {

/// Which numbers of a link are stored.
/// - `full`: all elements.
/// - `two_rows` (called reconstruct-12 elsewhere): the kernel computes the third row from the other
///   two. Links must be in SU(3) up to a factor. Needs two thirds of the memory; results agree up
///   to rounding.
/// - `narrow`: elements in numbers of half the width (half precision for single, single for
///   double). Needs half the memory; results have the error of the narrow numbers.
/// - `real`: only the real parts, for links without imaginary parts, as in a real representation.
///   Needs half the memory and half the multiply-adds.
enum class LinkStorage { full, two_rows, narrow, real };
constexpr auto names_of(LinkStorage) {
  return std::array{"full", "two rows", "narrow", "real"};
}

/// Halo precision: the precision to which half spinors are rounded when they are sent from rank to
/// rank. `same`: the precision of the field.
enum class Travel { same, single_precision, half_precision };
constexpr auto names_of(Travel) {
  return std::array{"same", "single", "half"};
}

} // namespace kitt
