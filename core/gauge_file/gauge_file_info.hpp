// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/base/finite.hpp"
#include "core/fields/gauge_observables.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt {

enum class GaugeFileFormat { nersc, ildg, scidac, milc };  ///< format of a gauge-field file
enum class ByteOrder { big, little };                      ///< byte order of the numbers in a file
enum class StoredPrecision { bits_32 = 32, bits_64 = 64 }; ///< bits of a real number
enum class StoredRows {
  two = 2,
  three = 3
}; ///< stored rows of each link; two rows determine the
   ///< third

constexpr auto names_of(GaugeFileFormat) {
  return std::array{"NERSC", "ILDG (LIME)", "SciDAC (LIME)", "MILC v5"};
}
constexpr auto names_of(ByteOrder) {
  return std::array{"big-endian", "little-endian"};
}

/// Result of comparing a value that the file states with its links. A checksum of 0 or ffffffff was
/// not filled in. KITT refuses a file if the value differs, unless the user accepts the difference
/// or a checksum proves the links.
enum class CheckOutcome { not_stated, not_filled_in, agrees, differs };

/// A number that the file may state, and the same number computed from its links.
struct RealCheck {
  std::optional<double> stated; ///< NaN if the stated text is not a number
  double computed = 0;
  double tolerance = 0; ///< absolute tolerance, at least half a unit of the last stated digit

  CheckOutcome outcome() const {
    if (!stated)
      return CheckOutcome::not_stated;
    // false if one of the numbers is NaN
    bool const near = is_within(std::abs(*stated - computed), tolerance);
    return near ? CheckOutcome::agrees : CheckOutcome::differs;
  }
};

/// One of the checksums of a file. `name` is the name of the checksum in the file's format:
/// "CHECKSUM", "suma", "sum29", ...
struct ChecksumCheck {
  std::string name;
  std::optional<std::uint32_t> stated = {};
  std::uint32_t computed = 0;
  std::string unreadable = {}; ///< text instead of a checksum; empty if the checksum is readable

  CheckOutcome outcome() const {
    if (!unreadable.empty())
      return CheckOutcome::differs;
    if (!stated)
      return CheckOutcome::not_stated;
    if (*stated == computed)
      return CheckOutcome::agrees;
    bool const blank = *stated == 0 || *stated == 0xffffffff;
    return blank ? CheckOutcome::not_filled_in : CheckOutcome::differs;
  }
};

/// A record of a LIME file with its unchanged content, for example an "xlf-info" record with beta,
/// kappa and trajectory.
struct LimeText {
  std::string type;
  std::string data;
};

/// Information about a gauge-field file: its format, its statements, and the values computed from
/// its links.
struct GaugeFileInfo {
  GaugeFileFormat format = GaugeFileFormat::nersc;
  Extents extents{}; ///< extents x, y, z, t
  StoredPrecision precision = StoredPrecision::bits_64;
  StoredRows rows = StoredRows::three; ///< if two rows are stored, the third is reconstructed
  ByteOrder byte_order = ByteOrder::big;
  RealCheck plaquette;  ///< mean over all planes
  RealCheck link_trace; ///< mean of Re tr U / 3
  std::vector<ChecksumCheck> checksums;
  GaugeObservables observables;      ///< measured on the links after removal of signs
  std::vector<std::string> notes;    ///< sentences about harmless parts that were left out
  std::vector<std::string> warnings; ///< sentences about statements that are wrong or missing
};

} // namespace kitt
