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
/// Fields in SciDAC files (LIME) that are no gauge fields: what programs for staggered fermions
/// leave behind. Checksums are compared where the file states them; nothing of a GaugeReading but
/// whether it accepts a checksum that differs is looked at. The functions throw UserError,
/// its text beginning with the file's name, if the file cannot be read, is short, too long, corrupt
/// or holds something else.

namespace kitt {

/// A field in double precision and what its file said.
template <class Field>
struct ScidacFile {
  Field field;
  StoredPrecision precision; ///< as stored
  std::vector<ChecksumCheck> checksums;
  std::vector<std::string> notes;    ///< as those of a GaugeFileInfo
  std::vector<std::string> warnings; ///< as those of a GaugeFileInfo
};

/// Reads four 3 x 3 matrices per site of any kind, as of fat or long links.
ScidacFile<GaugeField> read_colour_matrices(std::filesystem::path const& path,
                                            GaugeReading const& reading = {});
/// Reads one colour vector per site.
ScidacFile<ColourVectors> read_colour_vectors(std::filesystem::path const& path,
                                              GaugeReading const& reading = {});

/// The same for a file's bytes in memory.
ScidacFile<GaugeField> parse_colour_matrices(std::span<std::byte const> bytes,
                                             GaugeReading const& reading = {});
ScidacFile<ColourVectors> parse_colour_vectors(std::span<std::byte const> bytes,
                                               GaugeReading const& reading = {});

} // namespace kitt
