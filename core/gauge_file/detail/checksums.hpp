// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

namespace kitt::detail {

/// NERSC: the sum of all 32-bit words, modulo 2^32. Works on a payload's pieces in any order, each
/// a whole number of words.
std::uint32_t nersc_checksum(Bytes payload, ByteOrder order);

/// Two 32-bit sums over the same data, rotated by position modulo 29 and 31.
struct ChecksumPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// SciDAC (QIO): the CRC-32 of each site's bytes, rotated by site modulo 29 and 31, exclusive-ored.
/// `sum` goes on from the sites before `first_site`.
ChecksumPair scidac_checksum(Bytes payload, std::size_t bytes_per_site, std::size_t first_site = 0,
                             ChecksumPair sum = {});

/// Returns the checksums of MILC v5. Each 32-bit word is rotated by its index modulo 29 and modulo
/// 31, and the results are combined by exclusive or. `sum` is the checksum of the words before
/// `first_word`.
ChecksumPair milc_checksum(Bytes payload, ByteOrder order, std::size_t first_word = 0,
                           ChecksumPair sum = {});

/// CRC-32 as in zlib and Ethernet.
std::uint32_t crc32(Bytes bytes);

} // namespace kitt::detail
