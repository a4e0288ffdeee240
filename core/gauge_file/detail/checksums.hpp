// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

namespace kitt::detail {

/// Returns the NERSC checksum: the sum of all 32-bit words, modulo 2^32. The checksums of the
/// pieces of a payload can be added in any order. Each piece must be a whole number of words.
std::uint32_t nersc_checksum(Bytes payload, ByteOrder order);

/// Two 32-bit checksums of the same data, whose terms are rotated by their position modulo 29 and
/// modulo 31.
struct ChecksumPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

/// Returns the SciDAC (QIO) checksums. The CRC-32 of the bytes of each site is rotated by the
/// number of the site modulo 29 and modulo 31. The results are combined by exclusive or. `sum` is
/// the checksum of the sites before `first_site`.
ChecksumPair scidac_checksum(Bytes payload, std::size_t bytes_per_site, std::size_t first_site = 0,
                             ChecksumPair sum = {});

/// Returns the checksums of MILC v5. Each 32-bit word is rotated by its index modulo 29 and modulo
/// 31, and the results are combined by exclusive or. `sum` is the checksum of the words before
/// `first_word`.
ChecksumPair milc_checksum(Bytes payload, ByteOrder order, std::size_t first_word = 0,
                           ChecksumPair sum = {});

/// Returns the CRC-32, as in zlib and Ethernet.
std::uint32_t crc32(Bytes bytes);

} // namespace kitt::detail
