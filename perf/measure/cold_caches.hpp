// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitt::perf {

/// Empties the caches of earlier data by writing into every cache line of a separate buffer of
/// `bytes` bytes. The first call allocates the buffer.
class ColdCaches {
public:
  explicit ColdCaches(std::size_t bytes) : words_(bytes / sizeof(std::uint64_t)) {}

  void operator()() {
    constexpr std::size_t line = 64 / sizeof(std::uint64_t);
    memory_.resize(words_);
    for (std::size_t word = 0; word < words_; word += line)
      ++memory_[word];
  }

private:
  std::size_t words_;
  std::vector<std::uint64_t> memory_;
};

} // namespace kitt::perf
