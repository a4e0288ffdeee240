// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/readers.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/detail/stored_links.hpp"
#include "core/gauge_file/text.hpp"

namespace kitt::detail {

namespace {

ByteOrder byte_order(Bytes file) {
  bool const little = load_word<std::uint32_t>(file.data(), ByteOrder::little) == milc_magic;
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
         (load_word<std::uint32_t>(file.data(), ByteOrder::little) == milc_magic ||
          load_word<std::uint32_t>(file.data(), ByteOrder::big) == milc_magic);
}

ParsedFile parse_milc(Bytes file) {
  KITT_VALIDATE(file.size() >= milc_header_length,
                "the file is too short (a MILC header takes " + std::to_string(milc_header_length) +
                    " bytes, but there are only " + std::to_string(file.size()) +
                    "): fetch the file again");
  auto const order = byte_order(file);
  KITT_VALIDATE(load_word<std::uint32_t>(file.data() + milc_order_at, order) == 0,
                "the MILC file has its sites in node order (its order word is not 0, the natural "
                "order): write it again with MILC's save_serial, or as ILDG");
  LinkStorage const storage{StoredRows::three, StoredPrecision::bits_32, order};
  auto rest = file.subspan(milc_header_length);
  ParsedFile parsed{GaugeFileFormat::milc,
                    take_stored_links(read_extents(file, order), storage, rest)};
  if (!rest.empty())
    parsed.notes.push_back(describe_filler(rest, "the links"));
  auto const computed = milc_checksum(parsed.links.payload, order);
  auto const* const stated = file.data() + milc_checksums_at;
  parsed.checksums = {{"sum29", load_word<std::uint32_t>(stated, order), computed.a},
                      {"sum31", load_word<std::uint32_t>(stated + 4, order), computed.b}};
  return parsed;
}

} // namespace kitt::detail
