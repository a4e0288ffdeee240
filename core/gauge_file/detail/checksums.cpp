// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/checksums.hpp"

#include <array>

namespace kitt::detail {

namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

// Returns the tables for computing a CRC-32 eight bytes at a time. Table k gives the contribution
// of a byte that is followed by k zero bytes. Source: "slicing by 8", Kounavis and Berry 2005.
constexpr CrcTables make_crc_tables() {
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      auto const before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xffu];
    }
  return tables;
}

constexpr CrcTables crc_tables = make_crc_tables();

std::uint32_t crc_of_eight(std::byte const* from, std::uint32_t crc) {
  auto const low = crc ^ load_word<std::uint32_t>(from, ByteOrder::little);
  auto const high = load_word<std::uint32_t>(from + 4, ByteOrder::little);
  crc = 0;
  for (unsigned k = 0; k < 4; ++k)
    crc ^=
        crc_tables[7 - k][(low >> (8 * k)) & 0xffu] ^ crc_tables[3 - k][(high >> (8 * k)) & 0xffu];
  return crc;
}

} // namespace

std::uint32_t crc32(Bytes bytes) {
  std::uint32_t crc = ~0u;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8))
    crc = crc_of_eight(bytes.data(), crc);
  for (auto const byte : bytes)
    crc = (crc >> 8) ^ crc_tables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xffu];
  return ~crc;
}

std::uint32_t nersc_checksum(Bytes payload, ByteOrder order) {
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at + 4 <= payload.size(); at += 4)
    sum += load_word<std::uint32_t>(payload.data() + at, order);
  return sum;
}

ChecksumPair scidac_checksum(Bytes payload, std::size_t bytes_per_site, std::size_t first_site,
                             ChecksumPair sum) {
  auto const sites = payload.size() / bytes_per_site;
  for (std::size_t i = 0; i < sites; ++i) {
    auto const crc = crc32(payload.subspan(i * bytes_per_site, bytes_per_site));
    sum.a ^= std::rotl(crc, static_cast<int>((first_site + i) % 29));
    sum.b ^= std::rotl(crc, static_cast<int>((first_site + i) % 31));
  }
  return sum;
}

ChecksumPair milc_checksum(Bytes payload, ByteOrder order, std::size_t first_word,
                           ChecksumPair sum) {
  for (std::size_t at = 0; at + 4 <= payload.size(); at += 4) {
    auto const word = load_word<std::uint32_t>(payload.data() + at, order);
    auto const number = first_word + at / 4;
    sum.a ^= std::rotl(word, static_cast<int>(number % 29));
    sum.b ^= std::rotl(word, static_cast<int>(number % 31));
  }
  return sum;
}

} // namespace kitt::detail
