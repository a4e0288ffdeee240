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

/// A gauge field and what its file said.
struct GaugeFile {
  GaugeField field; ///< double precision, whatever was stored; no boundary condition applied
  GaugeFileInfo info;
  std::vector<LimeText> records; ///< a LIME file's records that do not describe the layout
};

/// Reads a gauge-field file: NERSC, ILDG or SciDAC LIME, or MILC v5, recognised by its content.
/// It compares checksums, plaquette and link trace if the file states them. If a checksum proves
/// the links, a plaquette or link trace that differs gives a warning. A checksum does not prove
/// extents: if the user states extents, a plaquette that differs refuses the file. Any positive
/// extents are read, odd ones too. Memory is taken only once the file's real size has been found to
/// fit its header; it is at most three times that size. Throws UserError, its text beginning with
/// the file's name, if the file cannot be read, is short, too long, corrupt or of no known format,
/// or if its links are not SU(3) matrices.
GaugeFile read_gauge_file(std::filesystem::path const& path, GaugeReading const& reading = {});

/// Like read_gauge_file(), for the bytes of a file in memory.
GaugeFile parse_gauge_file(std::span<std::byte const> bytes, GaugeReading const& reading = {});

} // namespace kitt
