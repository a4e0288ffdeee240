// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/bytes.hpp"

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

/// What a LIME file is made of.
struct LimeRecords {
  std::vector<LimeRecord> records;
  Bytes rest; ///< behind the last record: filler (is_filler)
};

/// All records of a file; throws UserError if there is anything else in it but filler at its end.
/// The last record's padding may be missing.
LimeRecords list_lime_records(Bytes file);

} // namespace kitt::detail
