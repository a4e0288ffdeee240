// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/detail/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace kitt::detail {

/// Storage of link matrices in a file. Matrices are stored row by row, real before imaginary parts.
/// All formats store sites with x fastest, and the four directions of a site next to each other.
struct LinkStorage {
  StoredRows rows = StoredRows::three;
  StoredPrecision precision = StoredPrecision::bits_64;
  ByteOrder byte_order = ByteOrder::big;

  std::size_t bytes_per_link() const {
    return static_cast<std::size_t>(rows) * 6 * static_cast<std::size_t>(precision) / 8;
  }
  std::size_t bytes_per_site() const { return 4 * bytes_per_link(); }
};

/// The bytes of links as they are stored in a file. The maker of an object must check that there
/// are volume(extents) * storage.bytes_per_site() bytes.
struct StoredLinks {
  Extents extents{};
  LinkStorage storage;
  Bytes payload;
};

/// Returns the size of all links in bytes. Empty if the size overflows.
std::optional<std::size_t> payload_bytes(Extents const& extents, LinkStorage const& storage);
/// Returns the size of all sites in bytes, for a given size per site. Empty if the size of all
/// sites overflows.
std::optional<std::size_t> payload_bytes(Extents const& extents, std::size_t bytes_per_site);

/// Returns stored links. Throws UserError if the payload does not have the size that belongs to
/// `extents`, or if the size overflows. Allocates no memory.
StoredLinks make_stored_links(Extents const& extents, LinkStorage const& storage, Bytes payload);

/// Returns stored links at the end of a file, like make_stored_links(). `rest` must begin with the
/// links. On return, `rest` holds the bytes behind the links, which are filler.
StoredLinks take_stored_links(Extents const& extents, LinkStorage const& storage, Bytes& rest);

/// Returns a row of a matrix, or a colour vector, in double precision. Empty if a number is not
/// finite.
std::optional<std::array<std::complex<double>, 3>>
decode_row(std::byte const* from, StoredPrecision precision, ByteOrder order);

/// Returns the links in double precision. If two rows are stored, the third is the complex
/// conjugate of the cross product of the other two. Throws UserError if a number is not finite.
GaugeField decode_links(StoredLinks const& stored);

/// Converts the links of consecutive sites, from `first_site` on, to bytes. The size of `out`
/// determines the number of sites.
void encode_links(GaugeField const& field, std::size_t first_site, LinkStorage const& storage,
                  std::span<std::byte> out);

// MILC's lattice format, version 5. Numbers have the byte order of the machine that wrote the
// file. The content is: int32 magic, int32 extents[4], char time_stamp[64], int32 site order,
// uint32 sum29, sum31, then 32-bit links with three rows each.
inline constexpr std::uint32_t milc_magic = 20103;
inline constexpr std::size_t milc_stamp_length = 64;
inline constexpr std::size_t milc_order_at = 4 + 4 * 4 + milc_stamp_length;
inline constexpr std::size_t milc_checksums_at = milc_order_at + 4;
inline constexpr std::size_t milc_header_length = milc_checksums_at + 8;

} // namespace kitt::detail
