// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/colour_vectors.hpp"
#include "core/fields/gauge_field.hpp"
#include "core/gauge_file/gauge_file_info.hpp"
#include "core/gauge_file/gauge_reading.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

/// \file
/// Fields in SciDAC files (LIME) that are no gauge fields. Programs for staggered fermions write
/// them. Checksums are compared if the file states them. A GaugeReading has one effect here: it may
/// accept a checksum that differs. The functions throw UserError if the file cannot be read, is too
/// short, too long or corrupt, or holds something else. The text of the error begins with the name
/// of the file.

namespace kitt {

/// A field in double precision and what its file said.
template <class Field>
struct ScidacFile {
  Field field;
  StoredPrecision precision; ///< as stored
  std::vector<ChecksumCheck> checksums;
  std::vector<std::string> notes;    ///< like GaugeFileInfo::notes
  std::vector<std::string> warnings; ///< like GaugeFileInfo::warnings
};

/// Reads four 3 x 3 matrices per site of any kind, as of fat or long links.
ScidacFile<GaugeField> read_colour_matrices(std::filesystem::path const& path,
                                            GaugeReading const& reading = {});
/// Reads one colour vector per site.
ScidacFile<ColourVectors> read_colour_vectors(std::filesystem::path const& path,
                                              GaugeReading const& reading = {});

/// Like the functions above, for the bytes of a file in memory.
ScidacFile<GaugeField> parse_colour_matrices(std::span<std::byte const> bytes,
                                             GaugeReading const& reading = {});
ScidacFile<ColourVectors> parse_colour_vectors(std::span<std::byte const> bytes,
                                               GaugeReading const& reading = {});

} // namespace kitt
