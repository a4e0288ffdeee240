// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/gauge_file/detail/readers.hpp"

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/gauge_file/detail/lime_file.hpp"
#include "core/gauge_file/text.hpp"

#include <algorithm>
#include <array>

// Reader of gauge fields in LIME containers, which are always big-endian. In ILDG files ("ILDG
// Binary File Format", rev. 1.1), the record ildg-format describes ildg-binary-data. In SciDAC
// files (QIO), private records describe scidac-binary-data. QIO writes both descriptions into ILDG
// files, and then they must agree.

namespace kitt::detail {

namespace {

constexpr SiteContent gauge_field{72, "four matrices", "not an SU(3) gauge field",
                                  "give a file with a gauge field"};

constexpr char const* state_them = "describe its field with --extents X.Y.Z.T and "
                                   "--file-precision 32|64";

std::optional<StoredPrecision> ildg_precision(XmlRecord const& xml) {
  auto const precision = xml.find("precision");
  if (!precision)
    return std::nullopt;
  KITT_VALIDATE(precision == "32" || precision == "64",
                "unknown precision in the ILDG description (it is " + detail::quoted(*precision) +
                    ", but must be 32 or 64): correct it, or fetch the file again");
  return precision == "32" ? StoredPrecision::bits_32 : StoredPrecision::bits_64;
}

std::optional<Extents> ildg_extents(XmlRecord const& xml) {
  constexpr std::array<std::string_view, 4> names{"lx", "ly", "lz", "lt"};
  Extents extents{};
  for (std::size_t mu = 0; mu < 4; ++mu) {
    auto const extent = xml.find(names[mu]);
    if (!extent)
      return std::nullopt;
    extents[mu] = parse_extent(*extent, names[mu]);
  }
  return extents;
}

// MILC writes no <field> element. Without a <field> element, the size of the data and the unitarity
// of the links show the kind of field.
void check_ildg_field(XmlRecord const& xml) {
  auto const field = xml.find("field").value_or("su3gauge");
  KITT_VALIDATE(field == "su3gauge", "not an SU(3) gauge field (its ILDG field is " +
                                         detail::quoted(field) +
                                         "): give a file with the ILDG field su3gauge");
}

bool fits(LimeLayout const& layout, std::size_t bytes) {
  return payload_bytes(layout.extents, {StoredRows::three, layout.precision, ByteOrder::big}) ==
         bytes;
}

// Returns the precision that fits the size of the data, for files that do not state a precision.
// The exact size is checked later.
StoredPrecision precision_of_size(Extents const& extents, std::size_t bytes) {
  using enum StoredPrecision;
  return fits({extents, bits_64}, bytes) ? bits_64 : bits_32;
}

// Returns the layout that the ildg-format record describes. The SciDAC records give what
// ildg-format lacks.
std::optional<LimeLayout> ildg_layout(LimeFile const& file, std::optional<LimeLayout> const& scidac,
                                      std::size_t bytes) {
  auto const xml = file.xml("ildg-format");
  if (!xml)
    return std::nullopt;
  check_ildg_field(*xml);
  auto const extents = ildg_extents(*xml);
  if (!extents && !scidac)
    return std::nullopt;
  LimeLayout layout{extents ? *extents : scidac->extents, {}};
  if (auto const precision = ildg_precision(*xml))
    layout.precision = *precision;
  else
    layout.precision = scidac ? scidac->precision : precision_of_size(layout.extents, bytes);
  return layout;
}

// Returns the layouts that the records describe: one or two, which should agree.
std::vector<LimeLayout> described_layouts(LimeFile const& file, GaugeFileFormat format,
                                          std::size_t bytes) {
  auto const scidac = scidac_layout(file, gauge_field);
  std::vector<LimeLayout> described;
  if (format == GaugeFileFormat::ildg)
    if (auto const ildg = ildg_layout(file, scidac, bytes))
      described.push_back(*ildg);
  if (scidac && (described.empty() || described.front() != *scidac))
    described.push_back(*scidac);
  return described;
}

std::string to_text(LimeLayout const& layout) {
  return detail::to_text(layout.extents) + " in " +
         std::to_string(static_cast<int>(layout.precision)) + " bit";
}

void validate_agreement(bool agree, std::vector<LimeLayout> const& described) {
  KITT_VALIDATE(agree, "mislabelled file (its ildg-format and SciDAC records describe different "
                       "extents or precisions, " +
                           to_text(described.front()) + " and " + to_text(described.back()) +
                           "): fetch the file again, or " + state_them);
}

// Returns the layout of the data. The records may contradict each other or the size of the data. If
// a checksum proves the data, the result is the layout that fits the checksum.
LimeLayout choose_layout(LimeFile const& file, std::vector<LimeLayout> const& described, Bytes data,
                         std::vector<std::string>& warnings) {
  using enum StoredPrecision;
  if (described.size() == 1 && fits(described.front(), data.size()))
    return described.front();
  std::vector<LimeLayout> fitting;
  for (auto const& layout : described)
    for (auto const precision : {bits_32, bits_64}) {
      LimeLayout const other{layout.extents, precision};
      if (fits(other, data.size()) && std::ranges::find(fitting, other) == fitting.end())
        fitting.push_back(other);
    }
  if (fitting.size() == 1) {
    auto const& layout = fitting.front();
    auto const bytes =
        LinkStorage{StoredRows::three, layout.precision, ByteOrder::big}.bytes_per_site();
    if (are_proven(scidac_checks(file, data, bytes))) {
      for (auto const& other : described)
        if (other != layout)
          warnings.push_back("mislabelled file (a record describes " + to_text(other) +
                             ", but the data have the size and the checksum of " + to_text(layout) +
                             "): that record is ignored");
      return layout;
    }
  }
  validate_agreement(described.size() == 1, described);
  return described.front();
}

std::vector<LimeLayout> readable_layouts(LimeFile const& file, GaugeFileFormat format,
                                         std::size_t bytes) {
  try {
    return described_layouts(file, format, bytes);
  } catch (UserError const&) {
    return {}; // the user replaces the unreadable records by options
  }
}

void warn_of_others(std::vector<LimeLayout> const& described, LimeLayout const& chosen,
                    GaugeReading const& reading, std::vector<std::string>& warnings) {
  std::string const asked = !reading.extents     ? "--file-precision"
                            : !reading.precision ? "--extents"
                                                 : "--extents and --file-precision";
  for (auto const& other : described)
    if (other != chosen)
      warnings.push_back("the file describes " + to_text(other) + ", but is read as " +
                         to_text(chosen) + ", as requested by " + asked);
}

// Returns the layout that the user states. Values that the user does not state come from the file's
// description.
LimeLayout stated_layout(std::vector<LimeLayout> const& described, std::size_t bytes,
                         GaugeReading const& reading, ParsedFile& parsed) {
  LimeLayout stated{reading.extents ? *reading.extents : described.front().extents, {}};
  stated.precision = reading.precision.value_or(precision_of_size(stated.extents, bytes));
  bool const agree = std::ranges::all_of(
      described, [&](LimeLayout const& layout) { return layout.extents == stated.extents; });
  validate_agreement(reading.extents || agree, described);
  parsed.own_extents = agree && !described.empty();
  warn_of_others(described, stated, reading, parsed.warnings);
  return stated;
}

LimeLayout find_layout(LimeFile const& file, Bytes data, GaugeReading const& reading,
                       ParsedFile& parsed) {
  auto const described = reading.extents ? readable_layouts(file, parsed.format, data.size())
                                         : described_layouts(file, parsed.format, data.size());
  KITT_VALIDATE(reading.extents || !described.empty(),
                std::string(to_string(parsed.format)) +
                    " field without a description (no extents in an "
                    "'ildg-format' record, and no 'scidac-private-file-xml' and "
                    "'scidac-private-record-xml'; its data have " +
                    std::to_string(data.size()) + " bytes): " + state_them);
  if (reading.extents || reading.precision)
    return stated_layout(described, data.size(), reading, parsed);
  return choose_layout(file, described, data, parsed.warnings);
}

// Adds the plaquette and the link trace of the USQCD record XML, which MILC and other programs
// write. Both figures are normalised as in KITT.
void add_usqcd_statements(LimeFile const& file, std::vector<Statement>& statements) {
  constexpr char const* parent = "usqcdInfo";
  try {
    auto const xml = file.xml("scidac-record-xml");
    if (auto const text = xml ? xml->find_within(parent, "plaq") : std::nullopt)
      statements.push_back({GaugeCheck::plaquette, "plaquette", *text});
    if (auto const text = xml ? xml->find_within(parent, "linktr") : std::nullopt)
      statements.push_back({GaugeCheck::link_trace, "link trace", *text});
  } catch (UserError const&) {
    return; // the record may hold any text of the user, not only XML
  }
}

// Returns the text of the record. The record may also be XML; then the value is in an element with
// the name of the key.
std::string xlf_text(LimeRecord const& record) {
  std::string const text(as_text(record.data));
  if (!trim(text).starts_with('<'))
    return text;
  try {
    XmlRecord const xml(record.type, text);
    auto const value = xml.find("plaquette");
    return value ? "plaquette = " + *value : xml.find("xlf-info").value_or("");
  } catch (UserError const&) {
    return text;
  }
}

// Reads free text with lines KEY = VALUE, as tmLQCD writes them: "plaquette = 6.140864e-01".
void add_xlf_statement(LimeFile const& file, std::vector<Statement>& statements) {
  auto const record = std::ranges::find(file.records(), "xlf-info", &LimeRecord::type);
  if (record == file.records().end())
    return;
  auto const text = xlf_text(*record);
  for (std::string_view rest = text; !rest.empty();) {
    auto const end = std::min(rest.find_first_of(",;\n"), rest.size());
    auto const item = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    auto const equals = item.find('=');
    if (equals == std::string_view::npos || trim(item.substr(0, equals)) != "plaquette")
      continue;
    auto const value = trim(item.substr(equals + 1));
    auto const number = value.substr(0, std::min(value.find_first_of(" \t\r"), value.size()));
    if (parse_real(number)) // otherwise the record is free text
      statements.push_back({GaugeCheck::plaquette, "plaquette in xlf-info", std::string(number)});
    return;
  }
}

/// Returns the records that describe neither layout nor data. The writer of these records or other
/// people may want to keep them.
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

ParsedFile parse_lime(Bytes bytes, GaugeReading const& reading) {
  LimeFile const file(bytes);
  auto const ildg = file.find("ildg-binary-data");
  auto const scidac = file.find("scidac-binary-data");
  KITT_VALIDATE(!ildg || !scidac, "two fields in one file (both ildg-binary-data and "
                                  "scidac-binary-data): split it into files with one "
                                  "configuration each");
  KITT_VALIDATE(ildg || scidac, "the LIME file has no gauge field (no ildg-binary-data and no "
                                "scidac-binary-data record): give an ILDG or SciDAC gauge field");
  ParsedFile parsed{ildg ? GaugeFileFormat::ildg : GaugeFileFormat::scidac};
  auto const data = ildg ? *ildg : *scidac;
  parsed.notes = file.notes();
  auto const layout = find_layout(file, data, reading, parsed);
  LinkStorage const storage{StoredRows::three, layout.precision, ByteOrder::big};
  parsed.links = make_stored_links(layout.extents, storage, data);
  parsed.checksums = scidac_checks(file, data, storage.bytes_per_site());
  add_usqcd_statements(file, parsed.statements);
  add_xlf_statement(file, parsed.statements);
  parsed.records = records_to_keep(file);
  return parsed;
}

} // namespace kitt::detail
