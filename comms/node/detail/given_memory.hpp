// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// Memory that a source has given out and that is still in use.
struct GivenMemory {
  std::size_t address = 0;
  std::size_t bytes = 0; ///< mapped bytes, at least the requested bytes
  std::size_t asked = 0; ///< requested bytes, at most `bytes`
  std::string label = {};
};

/// Returns all memory that is given out and in use, ordered by address. Thread-safe.
std::vector<GivenMemory> given_memory();

} // namespace kitt::comms::detail
