// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/output_file.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_file_info.hpp"

#include <filesystem>
#include <vector>

namespace kitt {

/// Options for a NERSC file. The defaults keep every bit of the field. Two rows keep every bit of
/// the first two rows, and readers compute the third row from them.
struct NerscOptions {
  StoredRows rows = StoredRows::three;
  StoredPrecision precision = StoredPrecision::bits_64;
  ByteOrder byte_order = ByteOrder::big;
  Overwrite overwrite = Overwrite::no;
};

/// Options for an ILDG file. An ILDG file always has big-endian links with three rows.
struct IldgOptions {
  StoredPrecision precision = StoredPrecision::bits_64;
  Overwrite overwrite = Overwrite::no;
  /// Records to copy unchanged into the file. "scidac-file-xml" and "scidac-record-xml" replace the
  /// records that KITT would write.
  std::vector<LimeText> records = {};
};

/// Options for a MILC file. A MILC file always has 32-bit links with three rows.
struct MilcOptions {
  ByteOrder byte_order = ByteOrder::little;
  Overwrite overwrite = Overwrite::no;
};

/// Writes `field` as a NERSC archive file with checksum, plaquette and link trace. The file gets
/// its name only when everything is on disk (OutputFile). If writing fails, an existing file is not
/// changed. Throws UserError if `path` cannot be written or if the links are not SU(3) matrices.
void write_nersc(std::filesystem::path const& path, GaugeField const& field,
                 NerscOptions const& options = {});

/// Writes `field` as an ILDG file (LIME, big-endian). SciDAC records with the checksum, and with
/// plaquette and link trace in the form of USQCD codes, are added. Otherwise like write_nersc().
void write_ildg(std::filesystem::path const& path, GaugeField const& field,
                IldgOptions const& options = {});

/// Writes `field` as a MILC v5 file: numbers rounded to 32 bits, sites in natural order, both
/// checksums, no phases. Otherwise like write_nersc().
void write_milc(std::filesystem::path const& path, GaugeField const& field,
                MilcOptions const& options = {});

} // namespace kitt
