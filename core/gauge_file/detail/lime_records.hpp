// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

#include <optional>
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

/// All records of a file, which must be made of nothing else; throws UserError if it is not. The
/// last record's padding may be missing.
std::vector<LimeRecord> list_lime_records(Bytes file);

/// The trimmed text of the first element of this name, attributes or not; nothing if there is none.
/// All that is needed of XML for the flat documents in these files.
std::optional<std::string_view> find_xml_element(std::string_view xml, std::string_view name);

} // namespace kitt::detail
