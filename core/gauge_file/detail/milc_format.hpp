// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

/// \file
/// MILC's lattice format, version 5. Numbers have the byte order of the machine that wrote the
/// file. The content is: int32 magic, int32 extents[4], char time_stamp[64], int32 site order,
/// uint32 sum29, sum31, then 32-bit links with three rows each.

namespace kitt::detail {

inline constexpr std::uint32_t milc_magic = 20103;
inline constexpr std::size_t milc_stamp_length = 64;
inline constexpr std::size_t milc_order_at = 4 + 4 * 4 + milc_stamp_length;
inline constexpr std::size_t milc_checksums_at = milc_order_at + 4;
inline constexpr std::size_t milc_header_length = milc_checksums_at + 8;

} // namespace kitt::detail
