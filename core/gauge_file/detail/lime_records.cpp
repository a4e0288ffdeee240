// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/lime_records.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/filler.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <array>

namespace kitt::detail {

namespace {

// Returns the record at the start of `rest` and removes it from `rest`. `at` is the position in the
// file, for messages.
LimeRecord take_record(Bytes& rest, std::size_t at) {
  KITT_VALIDATE(rest.size() >= lime_header_length,
                "the last LIME record is incomplete (from byte " + std::to_string(at) +
                    " on there are " + std::to_string(rest.size()) +
                    " bytes left, but a record's header takes " +
                    std::to_string(lime_header_length) + "): fetch the file again");
  KITT_VALIDATE(load_word<std::uint32_t>(rest.data(), ByteOrder::big) == lime_magic,
                "no LIME record where one should begin (byte " + std::to_string(at) +
                    "; the file is corrupt, or bytes were added): fetch the file again");
  auto const version = load_word<std::uint16_t>(rest.data() + 4, ByteOrder::big);
  KITT_VALIDATE(version == lime_version,
                "LIME record of another version (at byte " + std::to_string(at) +
                    " the version is " + std::to_string(version) + ", but KITT reads " +
                    std::to_string(lime_version) +
                    "; the file is corrupt or newer than this program): fetch the file again");
  auto const length = load_word<std::uint64_t>(rest.data() + 8, ByteOrder::big);
  auto const type = as_text(rest.subspan(lime_type_at, lime_header_length - lime_type_at));
  auto const present = rest.size() - lime_header_length;
  LimeRecord record{type.substr(0, std::min(type.find('\0'), type.size())), {}};
  KITT_VALIDATE(length <= present, "the file is too short (its LIME record " + quoted(record.type) +
                                       " takes " + std::to_string(length) +
                                       " bytes, but there are only " + std::to_string(present) +
                                       "): fetch the file again");
  record.data = rest.subspan(lime_header_length, static_cast<std::size_t>(length));
  auto const padding = std::min<std::size_t>((8 - length % 8) % 8, present - record.data.size());
  rest = rest.subspan(lime_header_length + record.data.size() + padding);
  return record;
}

// Returns true if the rest of the file is filler. A record that was cut off is not filler: it
// begins as every record does.
bool is_lime_filler(Bytes rest) {
  std::array<std::byte, 4> magic{};
  store_word(magic.data(), lime_magic, ByteOrder::big);
  auto const shown = std::min(rest.size(), magic.size());
  return is_filler(rest) &&
         !std::equal(magic.begin(), magic.begin() + static_cast<std::ptrdiff_t>(shown),
                     rest.begin());
}

} // namespace

LimeRecords list_lime_records(Bytes file) {
  LimeRecords all{{}, file};
  while (!all.rest.empty() && (all.records.empty() || !is_lime_filler(all.rest)))
    all.records.push_back(take_record(all.rest, file.size() - all.rest.size()));
  return all;
}

} // namespace kitt::detail
