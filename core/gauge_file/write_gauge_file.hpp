// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_file_info.hpp"

#include <filesystem>
#include <vector>

namespace kitt {

/// How a NERSC file stores its links. The defaults keep every bit of the field; two rows keep every
/// bit of the first two, the third is what a reader makes of them.
struct NerscOptions {
  StoredRows rows = StoredRows::three;
  StoredPrecision precision = StoredPrecision::bits_64;
  ByteOrder byte_order = ByteOrder::big;
  Overwrite overwrite = Overwrite::no;
};

/// How an ILDG file stores its links: three rows, big-endian.
struct IldgOptions {
  StoredPrecision precision = StoredPrecision::bits_64;
  Overwrite overwrite = Overwrite::no;
  /// Carried along as they are; "scidac-file-xml" and "scidac-record-xml" in place of KITT's own.
  std::vector<LimeText> records = {};
};

/// Options for a MILC file. It always has 32-bit links with three rows.
struct MilcOptions {
  ByteOrder byte_order = ByteOrder::little;
  Overwrite overwrite = Overwrite::no;
};

/// Writes `field` as a NERSC archive file with checksum, plaquette and link trace, in one step once
/// everything is on disk (OutputFile); on failure a file that is there is left as it was.
/// Throws UserError if `path` cannot be written or the links are not SU(3) matrices.
void write_nersc(std::filesystem::path const& path, GaugeField const& field,
                 NerscOptions const& options = {});

/// Writes `field` as an ILDG file (LIME, big-endian) with the SciDAC records beside it: checksum,
/// and plaquette and link trace as USQCD codes state them. Otherwise as write_nersc.
void write_ildg(std::filesystem::path const& path, GaugeField const& field,
                IldgOptions const& options = {});

/// Writes `field` as a MILC v5 file: numbers rounded to 32 bits, natural order of sites, both
/// checksums, no phases. Otherwise like write_nersc().
void write_milc(std::filesystem::path const& path, GaugeField const& field,
                MilcOptions const& options = {});

} // namespace kitt
