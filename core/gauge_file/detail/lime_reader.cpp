// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/readers.hpp"

#include "core/base/error.hpp"
#include "core/gauge_file/detail/lime_file.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <array>

// Gauge fields in LIME containers: ILDG ("ILDG Binary File Format", rev. 1.1), where ildg-format
// describes ildg-binary-data, and SciDAC (QIO), where private records describe scidac-binary-data.
// QIO writes both descriptions into ILDG files; they must then agree. Always big-endian.

namespace kitt::detail {

namespace {

constexpr SiteContent gauge_field{72, "four matrices", "not an SU(3) gauge field",
                                  "only gauge fields can be read"};

/// What an ildg-format record says; its writer may have left out any of it.
struct IldgDescription {
  std::optional<Extents> extents;
  std::optional<StoredPrecision> precision;
};

std::optional<StoredPrecision> ildg_precision(std::string_view xml) {
  auto const precision = find_xml_element(xml, "precision");
  if (!precision)
    return std::nullopt;
  KITT_VALIDATE(precision == "32" || precision == "64",
                "bad ILDG description (precision is " + quoted(*precision) +
                    "): it must be 32 or 64; correct it, or fetch the file again");
  return precision == "32" ? StoredPrecision::bits_32 : StoredPrecision::bits_64;
}

std::optional<Extents> ildg_extents(std::string_view xml) {
  constexpr std::array<std::string_view, 4> names{"lx", "ly", "lz", "lt"};
  Extents extents{};
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const extent = find_xml_element(xml, names[mu]);
    if (!extent)
      return std::nullopt;
    extents[mu] = parse_extent(*extent, names[mu]);
  }
  return extents;
}

// MILC writes no <field>; the data's size, and links that are unitary, then show what is stored.
IldgDescription ildg_description(std::string_view xml) {
  auto const field = find_xml_element(xml, "field").value_or("su3gauge");
  KITT_VALIDATE(field == "su3gauge", "not an SU(3) gauge field (ILDG field is " + quoted(field) +
                                         "): only su3gauge can be read");
  return {ildg_extents(xml), ildg_precision(xml)};
}

// The precision that nobody states: the one whose links fill the data, which is checked later.
StoredPrecision precision_of_size(Extents const& extents, std::size_t bytes) {
  using enum StoredPrecision;
  auto const doubles = payload_bytes(extents, {StoredRows::three, bits_64, ByteOrder::big});
  return doubles == bytes ? bits_64 : bits_32;
}

LimeLayout ildg_layout(LimeFile const& file, std::size_t bytes) {
  auto const scidac = scidac_layout(file, gauge_field);
  auto const xml = file.text("ildg-format");
  KITT_VALIDATE(xml || scidac, "ILDG field without a description (no ildg-format record): have the "
                               "program that made it write it again");
  auto const ildg = ildg_description(xml.value_or(""));
  KITT_VALIDATE(ildg.extents || scidac,
                "ILDG field without the extents of its lattice (no <lx>, <ly>, <lz> and <lt> in "
                "its 'ildg-format' record, and no SciDAC records): have the program that made it "
                "write it again, or convert it");
  LimeLayout layout;
  layout.extents = ildg.extents ? *ildg.extents : scidac->extents;
  if (ildg.precision || scidac)
    layout.precision = ildg.precision ? *ildg.precision : scidac->precision;
  else
    layout.precision = precision_of_size(layout.extents, bytes);
  KITT_VALIDATE(!scidac || *scidac == layout,
                "mislabelled file (its ildg-format and SciDAC records describe different extents "
                "or precisions): fetch the file again");
  return layout;
}

LimeLayout find_layout(LimeFile const& file, GaugeFileFormat format, std::size_t bytes) {
  if (format == GaugeFileFormat::ildg)
    return ildg_layout(file, bytes);
  auto const scidac = scidac_layout(file, gauge_field);
  KITT_VALIDATE(scidac, "SciDAC field without a description (scidac-private-file-xml or "
                        "scidac-private-record-xml is missing): fetch the file again");
  return *scidac;
}

// USQCD's record XML, as MILC and others write it: plaquette and link trace normalised as here.
std::optional<double> stated_real(LimeFile const& file, std::string_view name) {
  auto const xml = file.text("scidac-record-xml");
  auto const info = xml ? find_xml_element(*xml, "usqcdInfo") : std::nullopt;
  auto const text = info ? find_xml_element(*info, name) : std::nullopt;
  if (!text)
    return std::nullopt;
  auto const value = parse_real(*text);
  KITT_VALIDATE(value, "bad USQCD record (" + std::string(name) + " is " + quoted(*text) +
                           ", not a number): fetch the file again");
  return value;
}

// Free text, whose lines KEY = VALUE are those of tmLQCD: "plaquette = 6.140864e-01".
std::optional<double> xlf_plaquette(LimeFile const& file) {
  constexpr std::string_view key = "plaquette";
  auto const record = std::ranges::find(file.records(), "xlf-info", &LimeRecord::type);
  auto const text = record == file.records().end() ? std::string_view() : as_text(record->data);
  auto const at = text.find(key);
  if (at == std::string_view::npos)
    return std::nullopt;
  auto const rest = trim(text.substr(at + key.size()));
  if (!rest.starts_with('='))
    return std::nullopt;
  auto const value = trim(rest.substr(1));
  return parse_real(value.substr(0, std::min(value.find_first_of(", \t\r\n"), value.size())));
}

/// The records that no reader needs and that their writer, or people, may want to keep.
std::vector<LimeRecord> records_to_keep(LimeFile const& file) {
  constexpr std::array<std::string_view, 6> written_anew{
      "scidac-private-file-xml", "scidac-private-record-xml", "ildg-format",
      "ildg-binary-data",        "scidac-binary-data",        "scidac-checksum"};
  std::vector<LimeRecord> kept;
  for (auto const& record : file.records())
    if (std::ranges::find(written_anew, record.type) == written_anew.end())
      kept.push_back(record);
  return kept;
}

} // namespace

bool is_lime(Bytes file) {
  return file.size() >= 4 && load_word<std::uint32_t>(file.data(), ByteOrder::big) == lime_magic;
}

ParsedFile parse_lime(Bytes bytes) {
  LimeFile const file(bytes);
  auto const ildg = file.find("ildg-binary-data");
  auto const scidac = file.find("scidac-binary-data");
  KITT_VALIDATE(!ildg || !scidac, "two fields in one file (both ildg-binary-data and "
                                  "scidac-binary-data): split it, one configuration per file");
  KITT_VALIDATE(ildg || scidac, "LIME file without a gauge field (no ildg-binary-data and no "
                                "scidac-binary-data record): give an ILDG or SciDAC gauge field");
  auto const format = ildg ? GaugeFileFormat::ildg : GaugeFileFormat::scidac;
  auto const data = ildg ? *ildg : *scidac;
  auto const layout = find_layout(file, format, data.size());
  LinkStorage const storage{StoredRows::three, layout.precision, ByteOrder::big};
  ParsedFile parsed{format,
                    make_stored_links(layout.extents, storage, data),
                    {},
                    stated_real(file, "plaq"),
                    stated_real(file, "linktr"),
                    xlf_plaquette(file),
                    records_to_keep(file)};
  parsed.checksums = scidac_checks(file, parsed.links.payload, storage.bytes_per_site());
  return parsed;
}

} // namespace kitt::detail
