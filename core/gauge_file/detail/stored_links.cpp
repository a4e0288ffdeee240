// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/stored_links.hpp"

#include "core/base/error.hpp"
#include "core/base/finite.hpp"
#include "core/gauge_file/text.hpp"

#include <cmath>
#include <limits>

namespace kitt::detail {

std::optional<std::size_t> payload_bytes(Extents const& extents, LinkStorage const& storage) {
  return payload_bytes(extents, storage.bytes_per_site());
}

std::optional<std::size_t> payload_bytes(Extents const& extents, std::size_t bytes_per_site) {
  std::size_t bytes = bytes_per_site;
  for (int const extent : extents) {
    auto const factor = static_cast<std::size_t>(extent);
    if (bytes > std::numeric_limits<std::size_t>::max() / factor)
      return std::nullopt;
    bytes *= factor;
  }
  return bytes;
}

namespace {

using Link = GaugeField::Link;

std::string describe(LinkStorage const& storage) {
  return std::to_string(static_cast<int>(storage.rows)) + " rows of " +
         std::to_string(static_cast<int>(storage.precision)) + " bit";
}

// Returns words about other rows or precisions that would explain the size of the data. Files with
// fewer rows or a lower precision are tried first. A wrong header is a more likely mistake than a
// copy that broke off at exactly the right length.
std::string mislabelling(Extents const& extents, std::size_t present) {
  for (auto const rows : {StoredRows::two, StoredRows::three})
    for (auto const precision : {StoredPrecision::bits_32, StoredPrecision::bits_64}) {
      LinkStorage const other{rows, precision, ByteOrder::big};
      if (payload_bytes(extents, other) == present)
        return ", which is the size of " + describe(other);
    }
  return "";
}

// A row is decoded as a whole: the branches on precision and byte order are taken once per row. The
// numbers of a row are consecutive, so compilers can swap and widen several at a time.
constexpr std::size_t row_numbers = 6;
using Row = std::array<double, row_numbers>;

template <class Word, class Real>
Row load_row(std::byte const* from, ByteOrder order) {
  Row row;
  for (std::size_t i = 0; i < row_numbers; ++i)
    row[i] = std::bit_cast<Real>(load_word<Word>(from + i * sizeof(Word), order));
  return row;
}

Row load_row(std::byte const* from, StoredPrecision precision, ByteOrder order) {
  return precision == StoredPrecision::bits_32 ? load_row<std::uint32_t, float>(from, order)
                                               : load_row<std::uint64_t, double>(from, order);
}

template <class Word, class Real>
void store_row(std::byte* to, Row const& row, ByteOrder order) {
  for (std::size_t i = 0; i < row_numbers; ++i)
    store_word(to + i * sizeof(Word), std::bit_cast<Word>(static_cast<Real>(row[i])), order);
}

void store_row(std::byte* to, Row const& row, LinkStorage const& storage) {
  if (storage.precision == StoredPrecision::bits_32)
    store_row<std::uint32_t, float>(to, row, storage.byte_order);
  else
    store_row<std::uint64_t, double>(to, row, storage.byte_order);
}

// Returns conj(a d - b c), written out, because the operator* of std::complex needs a branch per
// product.
std::complex<double> conjugate_minor(std::array<std::complex<double>, 4> const& m) {
  auto const& [a, b, c, d] = m; // two rows of two elements, a b and c d
  return {a.real() * d.real() - a.imag() * d.imag() - b.real() * c.real() + b.imag() * c.imag(),
          b.real() * c.imag() + b.imag() * c.real() - a.real() * d.imag() - a.imag() * d.real()};
}

void reconstruct_third_row(Link& u) {
  for (std::size_t i = 0; i < 3; ++i) {
    auto const j = (i + 1) % 3;
    auto const k = (i + 2) % 3;
    u[2][i] = conjugate_minor({u[0][j], u[0][k], u[1][j], u[1][k]});
  }
}

// Decodes a link. Returns true if all numbers of the link are finite.
bool decode_link(std::byte const* from, LinkStorage const& storage, Link& u) {
  auto const step = row_numbers * static_cast<std::size_t>(storage.precision) / 8;
  bool finite = true;
  for (std::size_t i = 0; i < static_cast<std::size_t>(storage.rows); ++i, from += step) {
    auto const row = decode_row(from, storage.precision, storage.byte_order);
    finite &= row.has_value();
    u[i] = row.value_or(Link::value_type{});
  }
  if (storage.rows == StoredRows::two)
    reconstruct_third_row(u);
  return finite;
}

} // namespace

std::optional<std::array<std::complex<double>, 3>>
decode_row(std::byte const* from, StoredPrecision precision, ByteOrder order) {
  auto const row = load_row(from, precision, order);
  for (double const number : row)
    if (!is_finite(number))
      return std::nullopt;
  return {{{{row[0], row[1]}, {row[2], row[3]}, {row[4], row[5]}}}};
}

StoredLinks make_stored_links(Extents const& extents, LinkStorage const& storage, Bytes payload) {
  auto const expected = payload_bytes(extents, storage);
  std::string const lattice = "a lattice of " + to_text(extents);
  KITT_VALIDATE(expected, "impossible lattice extents (" + lattice +
                              " is larger than any memory): fetch the file again or correct its "
                              "header");
  if (payload.size() == *expected)
    return {extents, storage, payload};
  std::string const problem =
      payload.size() < *expected ? "the file is too short (" : "the file is too long (";
  throw UserError(problem + lattice + " in " + describe(storage) + " takes " +
                  std::to_string(*expected) + " bytes of links, but there are " +
                  std::to_string(payload.size()) + mislabelling(extents, payload.size()) +
                  "): fetch the file again or correct its header");
}

StoredLinks take_stored_links(Extents const& extents, LinkStorage const& storage, Bytes& rest) {
  auto const expected = payload_bytes(extents, storage).value_or(rest.size());
  bool const mislabelled = !mislabelling(extents, rest.size()).empty();
  auto const length = rest.size() > expected && !mislabelled && is_filler(rest.subspan(expected))
                          ? expected
                          : rest.size();
  auto const links = make_stored_links(extents, storage, rest.first(length));
  rest = rest.subspan(length);
  return links;
}

GaugeField decode_links(StoredLinks const& stored) {
  GaugeField field{stored.extents, {}};
  field.links.resize(4 * volume(stored.extents));
  auto const step = stored.storage.bytes_per_link();
  auto const* from = stored.payload.data();
  for (std::size_t i = 0; i < field.links.size(); ++i, from += step)
    KITT_VALIDATE(decode_link(from, stored.storage, field.links[i]),
                  "corrupt links (direction " + std::to_string(i % 4) + " at site " +
                      std::to_string(i / 4) +
                      " has a number that is not finite): fetch the file again; if it is "
                      "whole, its byte order or precision may be mislabelled");
  return field;
}

void encode_links(GaugeField const& field, std::size_t first_site, LinkStorage const& storage,
                  std::span<std::byte> out) {
  auto const links = out.size() / storage.bytes_per_link();
  auto const step = row_numbers * static_cast<std::size_t>(storage.precision) / 8;
  KITT_EXPECT(4 * first_site + links <= field.links.size());
  std::byte* to = out.data();
  for (std::size_t i = 4 * first_site; i < 4 * first_site + links; ++i)
    for (std::size_t row = 0; row < static_cast<std::size_t>(storage.rows); ++row, to += step) {
      auto const& [a, b, c] = field.links[i][row];
      store_row(to, {a.real(), a.imag(), b.real(), b.imag(), c.real(), c.imag()}, storage);
    }
}

} // namespace kitt::detail
