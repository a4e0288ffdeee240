// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/lime_file.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/detail/filler.hpp"
#include "core/gauge_file/detail/readers.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>

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

} // namespace kitt::detail
