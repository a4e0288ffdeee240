// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/fields/random.hpp"

#include <cstring>

namespace kitt {

namespace {

using Word = std::uint64_t;

/// Returns the random number that the word at `offset` bytes of a buffer should contain.
Word word_at(std::uint64_t stream, std::size_t offset) {
  return counter_bits(stream, offset / sizeof(Word));
}

/// Returns the size of the whole words in `bytes` bytes.
std::size_t whole(std::size_t bytes) {
  return bytes / sizeof(Word) * sizeof(Word);
}

} // namespace

void fill_random(std::span<std::byte> buffer, std::uint64_t stream) {
  auto const end = whole(buffer.size());
  for (std::size_t offset = 0; offset < end; offset += sizeof(Word)) {
    auto const word = word_at(stream, offset);
    std::memcpy(buffer.data() + offset, &word, sizeof word);
  }
  auto const last = word_at(stream, end);
  std::memcpy(buffer.data() + end, &last, buffer.size() - end);
}

std::size_t count_wrong(std::span<std::byte const> buffer, std::uint64_t stream) {
  auto const end = whole(buffer.size());
  std::size_t wrong = 0;
  for (std::size_t offset = 0; offset < end; offset += sizeof(Word)) {
    Word found = 0;
    std::memcpy(&found, buffer.data() + offset, sizeof found);
    wrong += found == word_at(stream, offset) ? 0 : sizeof found;
  }
  auto const last = word_at(stream, end);
  auto const cut = buffer.size() - end;
  return wrong + (std::memcmp(buffer.data() + end, &last, cut) == 0 ? 0 : cut);
}

std::uint64_t checksum(std::span<std::byte const> message, std::uint64_t stream) {
  auto const end = whole(message.size());
  auto const seed = counter_bits(stream, message.size());
  Word sum = 0;
  for (std::size_t offset = 0; offset < end; offset += sizeof(Word)) {
    Word found = 0;
    std::memcpy(&found, message.data() + offset, sizeof found);
    sum += word_at(seed ^ found, offset);
  }
  Word last = 0;
  if (end < message.size())
    std::memcpy(&last, message.data() + end, message.size() - end);
  return sum + word_at(seed ^ last, end);
}

} // namespace kitt
