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

enum class GaugeFileFormat { nersc, ildg, scidac, milc };  ///< What kind of file.
enum class ByteOrder { big, little };                      ///< Order of bytes in its numbers.
enum class StoredPrecision { bits_32 = 32, bits_64 = 64 }; ///< Bits of a real number.
enum class StoredRows { two = 2, three = 3 }; ///< Rows of each link; the third follows from two.

constexpr auto names_of(GaugeFileFormat) {
  return std::array{"NERSC", "ILDG (LIME)", "SciDAC (LIME)", "MILC v5"};
}
constexpr auto names_of(ByteOrder) {
  return std::array{"big-endian", "little-endian"};
}

/// Result of comparing a figure that the file states with its links. A checksum of 0 or ffffffff
/// was not filled in. KITT refuses a file if the figure differs, unless the user accepts this or a
/// checksum proves the links.
enum class CheckOutcome { not_stated, not_filled_in, agrees, differs };

/// A number the file may state beside the one computed from its links.
struct RealCheck {
  std::optional<double> stated; ///< NaN if the stated text is no number
  double computed = 0;
  double tolerance = 0; ///< absolute, at least half a unit of the last stated digit

  CheckOutcome outcome() const {
    if (!stated)
      return CheckOutcome::not_stated;
    bool const near = is_within(std::abs(*stated - computed), tolerance); // false for NaN
    return near ? CheckOutcome::agrees : CheckOutcome::differs;
  }
};

/// One of the file's checksums; `name` is the format's own: "CHECKSUM", "suma", "sum29", ...
struct ChecksumCheck {
  std::string name;
  std::optional<std::uint32_t> stated = {};
  std::uint32_t computed = 0;
  std::string unreadable = {}; ///< text in the file that is no checksum; empty otherwise

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

/// A record of a LIME file as it stands there: beta, kappa and trajectory, say, in an "xlf-info".
struct LimeText {
  std::string type;
  std::string data;
};

/// What a gauge file is, what it says about itself, and what its links give.
struct GaugeFileInfo {
  GaugeFileFormat format = GaugeFileFormat::nersc;
  Extents extents{}; ///< x, y, z, t
  StoredPrecision precision = StoredPrecision::bits_64;
  StoredRows rows = StoredRows::three; ///< the third row is reconstructed where two are stored
  ByteOrder byte_order = ByteOrder::big;
  RealCheck plaquette;  ///< mean over all planes
  RealCheck link_trace; ///< mean Re tr U / 3
  std::vector<ChecksumCheck> checksums;
  GaugeObservables observables;      ///< measured on the links without the removed signs
  std::vector<std::string> notes;    ///< sentences: what was left out and does no harm
  std::vector<std::string> warnings; ///< sentences: what the file states wrongly or lacks
};

} // namespace kitt
