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
/// Readers of fields in SciDAC files (LIME) that are not gauge fields. Programs for staggered
/// fermions write fields of matrices and of colour vectors. Checksums are compared if the file
/// states them. A GaugeReading has only one effect on these readers: it may accept a checksum that
/// differs. The functions throw UserError if the file cannot be read, is too short, too long or
/// corrupt, or has other content. The message begins with the name of the file.

namespace kitt {

/// A field in double precision, and information about its file.
template <class Field>
struct ScidacFile {
  Field field;
  StoredPrecision precision; ///< precision of the numbers in the file
  std::vector<ChecksumCheck> checksums;
  std::vector<std::string> notes;    ///< sentences about harmless parts that were left out
  std::vector<std::string> warnings; ///< sentences about statements that are wrong or missing
};

/// Reads a field of four 3 x 3 matrices per site. The matrices may be any matrices, for example fat
/// or long links.
ScidacFile<GaugeField> read_colour_matrices(std::filesystem::path const& path,
                                            GaugeReading const& reading = {});
/// Reads a field of one colour vector per site.
ScidacFile<ColourVectors> read_colour_vectors(std::filesystem::path const& path,
                                              GaugeReading const& reading = {});

/// Reads fields of matrices or colour vectors from the bytes of a file in memory.
ScidacFile<GaugeField> parse_colour_matrices(std::span<std::byte const> bytes,
                                             GaugeReading const& reading = {});
ScidacFile<ColourVectors> parse_colour_vectors(std::span<std::byte const> bytes,
                                               GaugeReading const& reading = {});

} // namespace kitt
