// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/lime_file.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/checksums.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>

namespace kitt::detail {

namespace {

Extents scidac_extents(std::string_view xml) {
  constexpr std::string_view blank = " \t\r\n";
  auto rest = required_element(xml, "dims", "scidac-private-file-xml");
  auto const all = rest;
  Extents extents{};
  for (auto& extent : extents) {
    auto const end = std::min(rest.find_first_of(blank), rest.size());
    KITT_VALIDATE(end > 0, "not a four-dimensional lattice (SciDAC dims are " + quoted(all) +
                               "): only fields in four dimensions can be read");
    extent = parse_extent(rest.substr(0, end), "dims");
    rest = trim(rest.substr(end));
  }
  KITT_VALIDATE(rest.empty(), "not a four-dimensional lattice (SciDAC dims are " + quoted(all) +
                                  "): only fields in four dimensions can be read");
  return extents;
}

StoredPrecision scidac_precision(std::string_view xml, SiteContent const& content) {
  constexpr std::string_view record = "scidac-private-record-xml";
  auto const precision = required_element(xml, "precision", record);
  KITT_VALIDATE(precision == "F" || precision == "D",
                "bad SciDAC description (precision is " + quoted(precision) +
                    "): it must be F or D; fetch the file again");
  bool const is_double = precision == "D";
  auto const type_size = parse_integer(required_element(xml, "typesize", record)).value_or(0);
  auto const count = parse_integer(required_element(xml, "datacount", record)).value_or(0);
  auto const bytes = static_cast<std::int64_t>(content.numbers * (is_double ? 8 : 4));
  KITT_VALIDATE(type_size > 0 && count > 0 && type_size <= bytes && count <= bytes &&
                    type_size * count == bytes,
                std::string(content.refusal) + " (SciDAC typesize times datacount is not the " +
                    std::to_string(bytes) + " bytes of " + std::string(content.what) +
                    " of this precision): " + std::string(content.advice));
  return is_double ? StoredPrecision::bits_64 : StoredPrecision::bits_32;
}

std::optional<std::uint32_t> stated_checksum(std::optional<std::string_view> xml,
                                             std::string_view name) {
  if (!xml)
    return std::nullopt;
  auto const text = required_element(*xml, name, "scidac-checksum");
  auto const value = parse_checksum(text);
  KITT_VALIDATE(value, "bad SciDAC checksum (" + std::string(name) + " is " + quoted(text) +
                           ", not 32 bits in hexadecimal): fetch the file again");
  return value;
}

} // namespace

std::optional<Bytes> LimeFile::find(std::string_view type) const {
  std::optional<Bytes> found;
  for (auto const& record : records_) {
    if (record.type != type)
      continue;
    KITT_VALIDATE(!found, "more than one " + quoted(type) +
                              " record in the file (KITT reads one field per file): split it, "
                              "one configuration per file");
    found = record.data;
  }
  return found;
}

std::string_view required_element(std::string_view xml, std::string_view name,
                                  std::string_view record) {
  auto const value = find_xml_element(xml, name);
  KITT_VALIDATE(value, "incomplete description of the field (no <" + std::string(name) +
                           "> in the " + quoted(record) + " record): fetch the file again");
  return *value;
}

std::optional<LimeLayout> scidac_layout(LimeFile const& file, SiteContent const& content) {
  auto const file_xml = file.text("scidac-private-file-xml");
  auto const record_xml = file.text("scidac-private-record-xml");
  if (!file_xml || !record_xml)
    return std::nullopt;
  auto const split = find_xml_element(*file_xml, "volfmt").value_or("0");
  KITT_VALIDATE(split == "0", "one part of a SciDAC field in several files (volfmt is " +
                                  quoted(split) + "): join the parts into a single file first");
  return LimeLayout{scidac_extents(*file_xml), scidac_precision(*record_xml, content)};
}

std::vector<ChecksumCheck> scidac_checks(LimeFile const& file, Bytes data,
                                         std::size_t bytes_per_site) {
  auto const xml = file.text("scidac-checksum");
  auto const computed = scidac_checksum(data, bytes_per_site);
  return {{"suma", stated_checksum(xml, "suma"), computed.a},
          {"sumb", stated_checksum(xml, "sumb"), computed.b}};
}

} // namespace kitt::detail
