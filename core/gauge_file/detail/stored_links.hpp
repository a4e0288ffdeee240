// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/detail/bytes.hpp"

#include <optional>

namespace kitt::detail {

/// How a matrix is laid down in a file: row by row, real before imaginary. All formats agree on the
/// rest: sites with x fastest, then the four directions.
struct LinkStorage {
  StoredRows rows = StoredRows::three;
  StoredPrecision precision = StoredPrecision::bits_64;
  ByteOrder byte_order = ByteOrder::big;

  std::size_t bytes_per_link() const {
    return static_cast<std::size_t>(rows) * 6 * static_cast<std::size_t>(precision) / 8;
  }
  std::size_t bytes_per_site() const { return 4 * bytes_per_link(); }
};

/// The links' bytes as they lie in a file; whoever makes one has checked that there are
/// volume(extents) * storage.bytes_per_site() of them.
struct StoredLinks {
  Extents extents{};
  LinkStorage storage;
  Bytes payload;
};

/// Bytes of all links; nothing if their number overflows.
std::optional<std::size_t> payload_bytes(Extents const& extents, LinkStorage const& storage);
/// Bytes of sites that take so many each.
std::optional<std::size_t> payload_bytes(Extents const& extents, std::size_t bytes_per_site);

/// `extents` and their payload's size fit together, and nothing overflows on the way; throws
/// UserError otherwise. No memory is taken.
StoredLinks make_stored_links(Extents const& extents, LinkStorage const& storage, Bytes payload);

/// Like make_stored_links(), for links at the end of a file. `rest` begins with the links. On
/// return it holds the bytes behind the links, which are filler.
StoredLinks take_stored_links(Extents const& extents, LinkStorage const& storage, Bytes& rest);

/// Converts a row of a matrix, or a colour vector, to double precision; nothing if a number is not
/// finite.
std::optional<std::array<std::complex<double>, 3>>
decode_row(std::byte const* from, StoredPrecision precision, ByteOrder order);

/// Converts to double precision and reconstructs third rows, as the complex conjugate of the cross
/// product of the other two. Throws UserError on a number that is not finite.
GaugeField decode_links(StoredLinks const& stored);

/// Converts the links of `sites` sites from `first_site` on; `out` holds exactly their bytes.
void encode_links(GaugeField const& field, std::size_t first_site, LinkStorage const& storage,
                  std::span<std::byte> out);

} // namespace kitt::detail
