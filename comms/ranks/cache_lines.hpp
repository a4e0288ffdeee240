// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace kitt::comms {

/// Size of a cache line. Buffers that lie next to each other each begin in a cache line of their
/// own.
inline constexpr std::size_t cache_line_bytes = 64;

/// Returns `bytes` rounded up to a multiple of the cache line size.
constexpr std::size_t whole_cache_lines(std::size_t bytes) {
  return (bytes + cache_line_bytes - 1) / cache_line_bytes * cache_line_bytes;
}

} // namespace kitt::comms
