// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/gauge_file/detail/lime_file.hpp"
#include "core/gauge_file/detail/stored_links.hpp"
#include "core/gauge_file/gauge_file.hpp"

#include <optional>
#include <vector>

namespace kitt::detail {

/// A plaquette or link trace that the file states.
struct Statement {
  GaugeCheck check;
  std::string name; ///< name for messages: "plaquette" or "plaquette in xlf-info"
  std::string text; ///< the number as written in the file
};

/// A file whose header and size were checked, before its links are decoded. Contains views into the
/// bytes of the file.
struct ParsedFile {
  GaugeFileFormat format = GaugeFileFormat::nersc;
  StoredLinks links = {};
  bool own_extents = true; ///< false if the user gave the extents and no record confirms them
  std::vector<ChecksumCheck> checksums = {};
  std::vector<Statement> statements = {};
  std::vector<LimeRecord> records = {}; ///< records that do not describe the field
  std::vector<std::string> notes = {};
  std::vector<std::string> warnings = {};
};

// There is one reader per container. is_...() tells from the first bytes whether a file has this
// container. parse_...() throws UserError if the header or the size is wrong. The reader computes
// checksums; finish_gauge_file() compares them.
bool is_nersc(Bytes file);
ParsedFile parse_nersc(Bytes file);
bool is_lime(Bytes file);
ParsedFile parse_lime(Bytes file, GaugeReading const& reading = {});
bool is_milc(Bytes file);
ParsedFile parse_milc(Bytes file);

/// Returns the checksum that a file states as `text`. The computed value of the checksum is not set
/// yet. An empty text means that the checksum was not filled in.
ChecksumCheck read_checksum(std::string name, std::string_view text);

/// Compares checksums. Returns warnings about checksums that were not filled in, or that differ and
/// are accepted. Throws UserError on the first checksum that differs, unless `accepted` is true.
std::vector<std::string> check_checksums(std::vector<ChecksumCheck> const& checksums,
                                         bool accepted = false);

/// Returns true if at least one checksum agrees and none differs.
bool are_proven(std::vector<ChecksumCheck> const& checksums);

/// Decodes the links, removes the signs that `reading` names, and compares the links with all
/// statements of the file. Throws UserError on the first statement that differs, unless a checksum
/// proves the links or `reading` accepts the difference. Throws UserError if the links are not
/// SU(3) matrices.
GaugeFile finish_gauge_file(ParsedFile const& parsed, GaugeReading const& reading = {});

/// Largest deviation of links from SU(3). Links with a larger deviation indicate a mislabelled
/// file. Single precision and long evolution leave errors that are orders of magnitude smaller.
inline constexpr double largest_unitarity_error = 1e-2;

} // namespace kitt::detail
