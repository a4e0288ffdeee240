// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/lime_records.hpp"
#include "core/gauge_file/detail/stored_links.hpp"
#include "core/gauge_file/gauge_file.hpp"

#include <optional>
#include <vector>

namespace kitt::detail {

/// A file whose header and size have been understood, before its links are looked at. Views into
/// the file's bytes.
struct ParsedFile {
  GaugeFileFormat format = GaugeFileFormat::nersc;
  StoredLinks links;
  std::vector<ChecksumCheck> checksums;
  std::optional<double> plaquette;          ///< as stated
  std::optional<double> link_trace;         ///< as stated
  std::optional<double> xlf_plaquette = {}; ///< stated a second time, in a LIME file's xlf-info
  std::vector<LimeRecord> records = {};     ///< those that do not describe the field
};

// One reader per container. The first function tells by the first bytes whether it is this one; the
// second throws UserError for anything wrong with header or size. A checksum that disagrees is left
// to finish_gauge_file.
bool is_nersc(Bytes file);
ParsedFile parse_nersc(Bytes file);
bool is_lime(Bytes file);
ParsedFile parse_lime(Bytes file);
bool is_milc(Bytes file);
ParsedFile parse_milc(Bytes file);

/// Throws UserError on the first checksum that is stated and disagrees.
void validate_checksums(std::vector<ChecksumCheck> const& checksums);

/// Decodes the links and holds them against everything the file states; throws UserError on the
/// first disagreement, and on links that are not SU(3) matrices.
GaugeFile finish_gauge_file(ParsedFile const& parsed);

/// Links further than this from SU(3) are taken for a mislabelled file. Single precision and long
/// evolution leave errors orders of magnitude smaller.
inline constexpr double largest_unitarity_error = 1e-2;

} // namespace kitt::detail
