// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace kitt::perf {

/// A struct with the figures of one measured and verified cell. It has a list of fields, key_of(),
/// and the name of its benchmark. cell_kind.hpp says how a program gets to know it.
template <class T>
concept CellFigures = requires {
  T::benchmark;
};

/// A cell that cannot be had here, and why ("no lane count divides Ls = 5").
struct SkippedCell {
  CellKey key;
  std::string reason;
};

/// A cell whose result was wrong: it has no figure and fails the run. --resume tries it again.
struct FailedCell {
  CellKey key;
  std::string reason;
  double verification_error = std::numeric_limits<double>::quiet_NaN(); ///< that: not a number
  double verification_tolerance = 0;
  std::optional<double> verification_site_error = {}; ///< of the hopping kernels, as in their cells
  std::optional<double> verification_site_tolerance = {};
};
constexpr auto fields_of(SkippedCell const*) {
  return kitt::fields(inlined(&SkippedCell::key),
                      field("reason", &SkippedCell::reason, "why").not_empty());
}
constexpr auto fields_of(FailedCell const*) {
  return kitt::fields(
      inlined(&FailedCell::key), field("reason", &FailedCell::reason, "what was wrong").not_empty(),
      field("verification_error", &FailedCell::verification_error,
            "relative difference; null if not a number; null: unknown or not measured")
          .or_null(),
      field("verification_tolerance", &FailedCell::verification_tolerance,
            "largest error that passes")
          .at_least(0),
      field("verification_site_error", &FailedCell::verification_site_error,
            "of the hopping kernels: as in their cells; null if not a number; null: unknown or not "
            "measured")
          .or_absent(),
      field("verification_site_tolerance", &FailedCell::verification_site_tolerance,
            "largest error of a site that passes")
          .above(0)
          .or_absent());
}

/// What became of a cell.
enum class CellStatus { measured, skipped, failed };
constexpr auto names_of(CellStatus) {
  return std::array{"measured", "skipped", "failed"};
}

/// One cell of a record, whatever its benchmark.
struct Cell {
  CellKey key;
  CellStatus status;
  std::shared_ptr<nlohmann::ordered_json const> data; ///< as the record writes it

  Cell(CellKey key_of_it, CellStatus status_of_it, nlohmann::ordered_json data_of_it);
  /// The file of a kind compiles this (define_cells.hpp). Throws InternalError, which names the
  /// key, for a figure that is not finite: it is a mistake of our own.
  template <CellFigures Kind>
  Cell(Kind const& figures); // NOLINT(google-explicit-constructor): a record takes any of them
  Cell(SkippedCell const& skipped);
  Cell(FailedCell const& failed);

  /// Whether it has figures of this kind.
  template <CellFigures Kind>
  bool is() const {
    return status == CellStatus::measured && key.benchmark == Kind::benchmark;
  }
  /// Its figures. Requires that it has some of this kind.
  template <CellFigures Kind>
  Kind figures() const;
  /// Why it has no figures. Requires that it has none.
  std::string reason() const;
};

} // namespace kitt::perf
