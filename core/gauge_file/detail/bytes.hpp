// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/gauge_file_info.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace kitt::detail {

using Bytes = std::span<std::byte const>;

constexpr std::uint16_t swap_bytes(std::uint16_t word) {
  return static_cast<std::uint16_t>((word >> 8) | (word << 8));
}
constexpr std::uint32_t swap_bytes(std::uint32_t word) {
  return (word >> 24) | ((word >> 8) & 0x0000ff00u) | ((word << 8) & 0x00ff0000u) | (word << 24);
}
constexpr std::uint64_t swap_bytes(std::uint64_t word) {
  return (std::uint64_t{swap_bytes(static_cast<std::uint32_t>(word))} << 32) |
         swap_bytes(static_cast<std::uint32_t>(word >> 32));
}

constexpr bool is_native(ByteOrder order) {
  return (order == ByteOrder::big) == (std::endian::native == std::endian::big);
}

/// Returns the unsigned integer stored at `from`, which need not be aligned.
template <std::unsigned_integral Word>
Word load_word(std::byte const* from, ByteOrder order) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return is_native(order) ? word : swap_bytes(word);
}

template <std::unsigned_integral Word>
void store_word(std::byte* to, Word word, ByteOrder order) {
  if (!is_native(order))
    word = swap_bytes(word);
  std::memcpy(to, &word, sizeof word);
}

inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

inline Bytes as_byte_span(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// Returns true if the bytes behind the content of a file can be ignored. Such bytes can be ignored
/// if they are white space or zeros, which editors, tapes and archives add, or if they are too few
/// for other content.
inline bool is_filler(Bytes rest) {
  constexpr std::size_t least_content = 144; // bytes of a LIME header; a link takes 48 or more
  constexpr std::string_view blank{" \t\r\n\0\x1a", 6};
  return rest.size() < least_content || std::ranges::all_of(as_text(rest), [&](char c) {
           return blank.find(c) != std::string_view::npos;
         });
}

/// Returns a sentence, for example "1 byte behind the links is left out".
inline std::string describe_filler(Bytes rest, std::string const& behind) {
  return std::to_string(rest.size()) + (rest.size() == 1 ? " byte" : " bytes") + " behind " +
         behind + (rest.size() == 1 ? " is" : " are") + " left out";
}

} // namespace kitt::detail
