// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "core/fields/gauge_observables.hpp"

#include <array>
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

/// Whether the file states a figure about itself, and whether its links agree. A statement that
/// disagrees with the links never gets this far: reading throws a UserError.
enum class CheckOutcome { not_stated, agrees };

/// A number the file may state beside the one computed from its links.
struct RealCheck {
  std::optional<double> stated;
  double computed = 0;
  double tolerance = 0; ///< absolute

  CheckOutcome outcome() const { return stated ? CheckOutcome::agrees : CheckOutcome::not_stated; }
};

/// One of the file's checksums; `name` is the format's own: "CHECKSUM", "suma", "sum29", ...
struct ChecksumCheck {
  std::string name;
  std::optional<std::uint32_t> stated;
  std::uint32_t computed = 0;

  CheckOutcome outcome() const { return stated ? CheckOutcome::agrees : CheckOutcome::not_stated; }
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
  GaugeObservables observables;
};

} // namespace kitt
