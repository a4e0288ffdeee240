// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitt::perf {

/// Drives what was used before out of caches: writes into every cache line of as many bytes of its
/// own. Memory is taken by the first call.
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
