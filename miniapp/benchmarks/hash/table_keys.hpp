// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/random.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace kitt::miniapp {

/// Keys of a table and contents of their entries. Rank r inserts the keys r n to (r + 1) n - 1, and
/// a random hash decides who owns a key. The first word of an entry is its key. The next seven
/// words, and every 64th word, are random words of the key. All other words are random words of the
/// inserting rank, because making them for each key would take longer than sending them.
class TableKeys {
public:
  using Word = std::uint64_t;
  static constexpr std::size_t word_bytes = sizeof(Word);

  TableKeys(std::uint64_t seed, std::uint64_t keys_of_rank, int ranks)
      : seed_(seed), keys_of_rank_(keys_of_rank), ranks_(static_cast<std::uint64_t>(ranks)) {}

  std::uint64_t first(int rank) const { return static_cast<std::uint64_t>(rank) * keys_of_rank_; }
  std::uint64_t count() const { return keys_of_rank_ * ranks_; }
  /// Returns a random word of the key.
  Word hash(std::uint64_t key) const { return counter_bits(counter_bits(seed_, 0), key); }
  int owner(std::uint64_t key) const { return static_cast<int>(hash(key) % ranks_); }

  /// Writes the words that all entries of a rank have in common. write_key() writes the other
  /// words.
  void write_common(int rank, std::byte* entry, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes / word_bytes; ++i)
      if (!is_of_key(i))
        put(entry, i, word(first(rank), i));
  }
  void write_key(std::uint64_t key, std::byte* entry, std::size_t bytes) const {
    put(entry, 0, key);
    auto const words = bytes / word_bytes;
    for (std::size_t i = 1; i < words; i = i < 7 ? i + 1 : (i + 64) / 64 * 64)
      put(entry, i, word(key, i));
  }

  /// Returns how many of the first `bytes` bytes of an entry differ from the bytes that were
  /// written. Returns `bytes` if the first word is not a key that belongs to this owner.
  std::size_t wrong_bytes(int owner_of_entry, std::byte const* entry, std::size_t bytes) const {
    auto const key = get(entry, 0);
    if (key >= count() || owner(key) != owner_of_entry)
      return bytes;
    std::size_t wrong = 0;
    for (std::size_t i = 1; i < bytes / word_bytes; ++i)
      if (get(entry, i) != word(key, i))
        wrong += word_bytes;
    return wrong;
  }

  static Word get(std::byte const* entry, std::size_t i) {
    Word value = 0;
    std::memcpy(&value, entry + i * word_bytes, word_bytes);
    return value;
  }

private:
  static constexpr bool is_of_key(std::size_t i) { return i < 8 || i % 64 == 0; }
  static void put(std::byte* entry, std::size_t i, Word value) {
    std::memcpy(entry + i * word_bytes, &value, word_bytes);
  }
  Word word(std::uint64_t key, std::size_t i) const {
    auto const stream = is_of_key(i) ? counter_bits(seed_, 1) + hash(key)
                                     : counter_bits(counter_bits(seed_, 2), key / keys_of_rank_);
    return i == 0 ? key : counter_bits(stream, i);
  }

  std::uint64_t seed_;
  std::uint64_t keys_of_rank_;
  std::uint64_t ranks_;
};

} // namespace kitt::miniapp
