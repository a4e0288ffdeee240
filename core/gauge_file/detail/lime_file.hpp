// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/detail/lime_records.hpp"
#include "core/gauge_file/detail/xml_record.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace kitt::detail {

/// The contents of a LIME file by type of record. Empty if a record is absent.
class LimeFile {
public:
  explicit LimeFile(Bytes file) : all_(list_lime_records(file)) {}

  /// Throws UserError if there is more than one.
  std::optional<Bytes> find(std::string_view type) const;

  /// Returns the XML of a record. Throws UserError if it is not XML.
  std::optional<XmlRecord> xml(std::string_view type) const;

  std::vector<LimeRecord> const& records() const { return all_.records; }
  /// Returns a sentence for each part at the end of the file that is left out.
  std::vector<std::string> notes() const;

private:
  LimeRecords all_;
};

/// What the records of a field say of its data.
struct LimeLayout {
  Extents extents{};
  StoredPrecision precision = StoredPrecision::bits_64;
  bool operator==(LimeLayout const&) const = default;
};

/// What one site of a field holds, and how to refuse a file that holds something else.
struct SiteContent {
  std::size_t numbers; ///< real numbers
  std::string_view what;
  std::string_view refusal;
  std::string_view advice;
};

/// What the SciDAC (QIO) records say, however their writer divided a site into type and count;
/// nothing without these records. Throws UserError where sites do not hold `content`.
std::optional<LimeLayout> scidac_layout(LimeFile const& file, SiteContent const& content);

/// The SciDAC checksums of the data, beside those that the file states.
std::vector<ChecksumCheck> scidac_checks(LimeFile const& file, Bytes data,
                                         std::size_t bytes_per_site);

} // namespace kitt::detail
