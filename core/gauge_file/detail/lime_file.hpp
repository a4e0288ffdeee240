// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/detail/bytes.hpp"
#include "core/gauge_file/detail/xml_record.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace kitt::detail {

/// One LIME record: 144 bytes of header, data, and padding to a multiple of 8 bytes.
struct LimeRecord {
  std::string_view type;
  Bytes data;
};

inline constexpr std::uint32_t lime_magic = 0x456789ab;
inline constexpr std::uint16_t lime_version = 1;
inline constexpr std::size_t lime_header_length = 144;
inline constexpr std::size_t lime_type_at = 16;

/// All records of a LIME file.
struct LimeRecords {
  std::vector<LimeRecord> records;
  Bytes rest; ///< bytes behind the last record, which are only filler (is_filler)
};

/// Returns all records of a file. The padding of the last record may be missing. Throws UserError
/// if the file contains anything other than records and, at its end, filler.
LimeRecords list_lime_records(Bytes file);

/// The records of a LIME file, found by their type.
class LimeFile {
public:
  explicit LimeFile(Bytes file) : all_(list_lime_records(file)) {}

  /// Returns the data of the record with the type `type`. Empty if no record has the given type.
  /// Throws UserError if several records have it.
  std::optional<Bytes> find(std::string_view type) const;

  /// Returns the record with the type `type` as XML. Empty if no record has the given type. Throws
  /// UserError if the record is not XML.
  std::optional<XmlRecord> xml(std::string_view type) const;

  std::vector<LimeRecord> const& records() const { return all_.records; }
  /// Returns a sentence for each part at the end of the file that is left out.
  std::vector<std::string> notes() const;

private:
  LimeRecords all_;
};

/// Extents and precision of the data of a field, as its records describe them.
struct LimeLayout {
  Extents extents{};
  StoredPrecision precision = StoredPrecision::bits_64;
  bool operator==(LimeLayout const&) const = default;
};

/// Content of one site of a field, and words for refusing a file that has another content.
struct SiteContent {
  std::size_t numbers; ///< real numbers per site
  std::string_view what;
  std::string_view refusal;
  std::string_view advice;
};

/// Returns the layout that the SciDAC (QIO) records describe. Any typesize and datacount are
/// accepted whose product is the size of `content`. Empty if the SciDAC records are missing. Throws
/// UserError if a site does not have the content `content`.
std::optional<LimeLayout> scidac_layout(LimeFile const& file, SiteContent const& content);

/// Returns the SciDAC checksums computed from the data, together with those that the file states.
std::vector<ChecksumCheck> scidac_checks(LimeFile const& file, Bytes data,
                                         std::size_t bytes_per_site);

} // namespace kitt::detail
