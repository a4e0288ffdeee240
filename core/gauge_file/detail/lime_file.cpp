// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/lime_file.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/detail/readers.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <array>

namespace kitt::detail {

namespace {

Extents scidac_extents(XmlRecord const& xml) {
  constexpr std::string_view blank = " \t\r\n";
  auto const all = xml.require("dims");
  std::string_view rest = all;
  Extents extents{};
  for (auto& extent : extents) {
    auto const end = std::min(rest.find_first_of(blank), rest.size());
    KITT_VALIDATE(end > 0, "not a four-dimensional lattice (SciDAC dims are " +
                               detail::quoted(all) +
                               "): give a file with a field in four dimensions");
    extent = parse_extent(rest.substr(0, end), "dims");
    rest = trim(rest.substr(end));
  }
  KITT_VALIDATE(rest.empty(), "not a four-dimensional lattice (SciDAC dims are " +
                                  detail::quoted(all) +
                                  "): give a file with a field in four dimensions");
  return extents;
}

StoredPrecision scidac_precision(XmlRecord const& xml, SiteContent const& content) {
  auto const precision = xml.require("precision");
  KITT_VALIDATE(precision == "F" || precision == "D",
                "unknown precision in the SciDAC description (it is " + detail::quoted(precision) +
                    ", but must be F or D): fetch the file again");
  bool const is_double = precision == "D";
  auto const type_size = parse_integer(xml.require("typesize")).value_or(0);
  auto const count = parse_integer(xml.require("datacount")).value_or(0);
  auto const bytes = static_cast<std::int64_t>(content.numbers * (is_double ? 8 : 4));
  KITT_VALIDATE(type_size > 0 && count > 0 && type_size <= bytes && count <= bytes &&
                    type_size * count == bytes,
                std::string(content.refusal) + " (SciDAC typesize times datacount is not the " +
                    std::to_string(bytes) + " bytes of " + std::string(content.what) +
                    " of this precision): " + std::string(content.advice));
  return is_double ? StoredPrecision::bits_64 : StoredPrecision::bits_32;
}

// Returns the checksums that the record states. A missing element counts as not filled in.
std::vector<ChecksumCheck> stated_checksums(LimeFile const& file) {
  constexpr std::string_view type = "scidac-checksum";
  std::string problem = "in more than one record";
  try {
    auto const data = file.find(type);
    if (!data)
      return {{"suma"}, {"sumb"}};
    problem = "in a record that is not XML";
    XmlRecord const xml(type, as_text(*data));
    problem = "in a record that states two different checksums";
    return {read_checksum("suma", xml.find("suma").value_or("")),
            read_checksum("sumb", xml.find("sumb").value_or(""))};
  } catch (UserError const&) {
    return {{"suma", {}, 0, problem}, {"sumb", {}, 0, problem}};
  }
}

} // namespace

std::optional<Bytes> LimeFile::find(std::string_view type) const {
  std::optional<Bytes> found;
  for (auto const& record : all_.records) {
    if (record.type != type)
      continue;
    KITT_VALIDATE(!found, "more than one " + detail::quoted(type) +
                              " record in the file (KITT reads one field per file): split it "
                              "into files with one configuration each");
    found = record.data;
  }
  return found;
}

std::optional<XmlRecord> LimeFile::xml(std::string_view type) const {
  auto const data = find(type);
  return data ? std::optional(XmlRecord(type, as_text(*data))) : std::nullopt;
}

std::vector<std::string> LimeFile::notes() const {
  if (all_.rest.empty())
    return {};
  return {describe_filler(all_.rest, "the last record")};
}

std::optional<LimeLayout> scidac_layout(LimeFile const& file, SiteContent const& content) {
  auto const file_xml = file.xml("scidac-private-file-xml");
  auto const record_xml = file.xml("scidac-private-record-xml");
  if (!file_xml || !record_xml)
    return std::nullopt;
  auto const split = file_xml->find("volfmt").value_or("0");
  KITT_VALIDATE(split == "0",
                "the file is one part of a SciDAC field in several files (volfmt is " +
                    detail::quoted(split) + "): join the parts into a single file first");
  return LimeLayout{scidac_extents(*file_xml), scidac_precision(*record_xml, content)};
}

std::vector<ChecksumCheck> scidac_checks(LimeFile const& file, Bytes data,
                                         std::size_t bytes_per_site) {
  auto sums = stated_checksums(file);
  auto const computed = scidac_checksum(data, bytes_per_site);
  sums[0].computed = computed.a;
  sums[1].computed = computed.b;
  return sums;
}

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
