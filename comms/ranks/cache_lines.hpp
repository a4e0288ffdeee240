// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms {

/// Of buffers that lie side by side: each begins in a line of its own.
inline constexpr std::size_t cache_line_bytes = 64;

/// The least number of bytes in whole cache lines that holds `bytes`.
constexpr std::size_t whole_cache_lines(std::size_t bytes) {
  return (bytes + cache_line_bytes - 1) / cache_line_bytes * cache_line_bytes;
}

} // namespace kitt::comms
