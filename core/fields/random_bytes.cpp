// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/random_bytes.hpp"

#include "core/fields/random.hpp"

#include <algorithm>
#include <cstring>

namespace kitt {

namespace {

using Word = std::uint64_t;

/// Calls `visit(offset, word, bytes)` for each word of a buffer.
template <class Visit>
void each_word(std::uint64_t stream, std::size_t bytes, Visit const& visit) {
  for (std::size_t offset = 0; offset < bytes; offset += sizeof(Word))
    visit(offset, counter_bits(stream, offset / sizeof(Word)),
          std::min(sizeof(Word), bytes - offset));
}

} // namespace

void fill_random(std::span<std::byte> buffer, std::uint64_t stream) {
  each_word(stream, buffer.size(), [&](std::size_t offset, Word word, std::size_t count) {
    std::memcpy(buffer.data() + offset, &word, count);
  });
}

std::size_t count_wrong(std::span<std::byte const> buffer, std::uint64_t stream) {
  std::size_t wrong = 0;
  each_word(stream, buffer.size(), [&](std::size_t offset, Word word, std::size_t count) {
    if (std::memcmp(buffer.data() + offset, &word, count) != 0)
      wrong += count;
  });
  return wrong;
}

} // namespace kitt
