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

/// All records of a LIME file.
struct LimeRecords {
  std::vector<LimeRecord> records;
  Bytes rest; ///< bytes behind the last record, which are only filler (is_filler)
};

/// Returns all records of a file. The padding of the last record may be missing. Throws UserError
/// if the file contains anything other than records and, at its end, filler.
LimeRecords list_lime_records(Bytes file);

} // namespace kitt::detail
