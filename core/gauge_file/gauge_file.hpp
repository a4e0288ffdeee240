// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_file_info.hpp"
#include "core/gauge_file/gauge_reading.hpp"

#include <cstddef>
#include <filesystem>
#include <span>

namespace kitt {

/// A gauge field, and information about the file from which it was read.
struct GaugeFile {
  GaugeField field; ///< in double precision, whatever was stored; contains no boundary condition
  GaugeFileInfo info;
  std::vector<LimeText> records; ///< records of a LIME file that do not describe the layout
};

/// Reads a gauge-field file: NERSC, ILDG or SciDAC LIME, or MILC v5. The content decides the
/// format. All positive extents are accepted, also odd ones.
///
/// Checksums, plaquette and link trace are compared with the links if the file states them. If a
/// checksum proves the links, a plaquette or link trace that differs gives only a warning. A
/// checksum does not prove extents. Therefore, if the user states the extents, a plaquette that
/// differs is an error.
///
/// Memory is allocated only after the size of the file was found to fit its header. The memory is
/// at most three times the size of the file.
///
/// Throws UserError if the file cannot be read, is too short, too long, corrupt or of no known
/// format, or if its links are not SU(3) matrices. The message begins with the name of the file.
GaugeFile read_gauge_file(std::filesystem::path const& path, GaugeReading const& reading = {});

/// Reads a gauge field like read_gauge_file(), from the bytes of a file in memory.
GaugeFile parse_gauge_file(std::span<std::byte const> bytes, GaugeReading const& reading = {});

} // namespace kitt
