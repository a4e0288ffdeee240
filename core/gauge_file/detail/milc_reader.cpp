// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/readers.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/detail/filler.hpp"
#include "core/gauge_file/text.hpp"

// MILC's lattice format, version 5, in the byte order of the machine that wrote it:
//   int32 magic, int32 extents[4], char time_stamp[64], int32 site order, uint32 sum29, sum31,
// then 32-bit links.

namespace kitt::detail {

namespace {

constexpr std::uint32_t magic_number = 20103;
constexpr std::size_t order_at = 4 + 4 * 4 + 64;
constexpr std::size_t checksums_at = order_at + 4;
constexpr std::size_t header_length = checksums_at + 8;

ByteOrder byte_order(Bytes file) {
  bool const little = load_word<std::uint32_t>(file.data(), ByteOrder::little) == magic_number;
  return little ? ByteOrder::little : ByteOrder::big;
}

Extents read_extents(Bytes file, ByteOrder order) {
  Extents extents{};
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const word = load_word<std::uint32_t>(file.data() + 4 + 4 * mu, order);
    auto const extent = static_cast<std::int32_t>(word);
    extents[mu] = parse_extent(std::to_string(extent), "extent " + std::to_string(mu + 1));
  }
  return extents;
}

} // namespace

bool is_milc(Bytes file) {
  return file.size() >= 4 &&
         (load_word<std::uint32_t>(file.data(), ByteOrder::little) == magic_number ||
          load_word<std::uint32_t>(file.data(), ByteOrder::big) == magic_number);
}

ParsedFile parse_milc(Bytes file) {
  KITT_VALIDATE(file.size() >= header_length,
                "the file is too short (a MILC header takes " + std::to_string(header_length) +
                    " bytes, there are " + std::to_string(file.size()) + "): fetch the file again");
  auto const order = byte_order(file);
  KITT_VALIDATE(load_word<std::uint32_t>(file.data() + order_at, order) == 0,
                "MILC file in the site order of one machine's nodes (its order word is not 0): "
                "write it again in natural order, with MILC's save_serial or as ILDG");
  LinkStorage const storage{StoredRows::three, StoredPrecision::bits_32, order};
  auto rest = file.subspan(header_length);
  ParsedFile parsed{GaugeFileFormat::milc,
                    take_stored_links(read_extents(file, order), storage, rest)};
  if (!rest.empty())
    parsed.notes.push_back(describe_filler(rest, "the links"));
  auto const computed = milc_checksum(parsed.links.payload, order);
  auto const* const stated = file.data() + checksums_at;
  parsed.checksums = {{"sum29", load_word<std::uint32_t>(stated, order), computed.a},
                      {"sum31", load_word<std::uint32_t>(stated + 4, order), computed.b}};
  return parsed;
}

} // namespace kitt::detail
