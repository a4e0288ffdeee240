// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace kitt {

/// How many numbers of a link are stored. `full`: its nine elements. `two_rows` (the field calls it
/// reconstruct-12): the kernel computes the third row from the other two, the link being in SU(3)
/// up to a factor: two thirds of the memory, to rounding the same. `narrow`: nine elements in
/// numbers of half the width (half precision for single, single for double): half the memory, with
/// the error of the narrow numbers.
enum class LinkStorage { full, two_rows, narrow };
/// The name that records use.
constexpr char const* to_string(LinkStorage storage) {
  switch (storage) {
  case LinkStorage::two_rows:
    return "two rows";
  case LinkStorage::narrow:
    return "narrow";
  default:
    return "full";
  }
}

} // namespace kitt
