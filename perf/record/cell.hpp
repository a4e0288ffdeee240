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

/// Struct with the figures of one measured and verified cell. It has a list of fields, key_of() and
/// the name of its benchmark. A program registers such structs through cell_kind.hpp.
template <class T>
concept CellFigures = requires {
  T::benchmark;
};

/// Cell that cannot be measured here, with the reason ("no lane count divides Ls = 5").
struct SkippedCell {
  CellKey key;
  std::string reason;
};

/// Cell with a wrong result: it has no figure and fails the run. --resume measures it again.
struct FailedCell {
  CellKey key;
  std::string reason;
  double verification_error = std::numeric_limits<double>::quiet_NaN(); ///< NaN if unknown
  double verification_tolerance = 0;
  std::optional<double> verification_site_error = {}; ///< hopping kernels only
  std::optional<double> verification_site_tolerance = {};
};
constexpr auto fields_of(SkippedCell const*) {
  return kitt::fields(
      inlined(&SkippedCell::key),
      field("reason", &SkippedCell::reason, "reason why the cell cannot be measured here")
          .not_empty());
}
constexpr auto fields_of(FailedCell const*) {
  return kitt::fields(
      inlined(&FailedCell::key),
      field("reason", &FailedCell::reason, "reason of the failure: the error in the result")
          .not_empty(),
      field("verification_error", &FailedCell::verification_error,
            "relative error of the result; null if the error is not a number, or was not measured")
          .or_null(),
      field("verification_tolerance", &FailedCell::verification_tolerance,
            "largest error that passes")
          .at_least(0),
      field("verification_site_error", &FailedCell::verification_site_error,
            "largest error of a site, for hopping kernels only; null if the error is not a number, "
            "or was not measured")
          .or_absent(),
      field("verification_site_tolerance", &FailedCell::verification_site_tolerance,
            "largest verification_site_error of a correct result")
          .above(0)
          .or_absent());
}

/// Outcome of the attempt to measure a cell: measured, skipped or failed.
enum class CellStatus { measured, skipped, failed };
constexpr auto names_of(CellStatus) {
  return std::array{"measured", "skipped", "failed"};
}

/// One cell of a record, of any benchmark.
struct Cell {
  CellKey key;
  CellStatus status;
  std::shared_ptr<nlohmann::ordered_json const> data; ///< cell as a JSON object of the record

  Cell(CellKey key_of_it, CellStatus status_of_it, nlohmann::ordered_json data_of_it);
  /// Makes a cell from measured figures. The file of a kind compiles this function
  /// (define_cells.hpp). Throws InternalError, which names the key, if a figure is not finite.
  template <CellFigures Kind>
  Cell(Kind const&
           figures); // NOLINT(google-explicit-constructor): a record accepts cells of every kind
  Cell(SkippedCell const& skipped);
  Cell(FailedCell const& failed);

  /// Returns whether the cell has figures of this kind.
  template <CellFigures Kind>
  bool is() const {
    return status == CellStatus::measured && key.benchmark == Kind::benchmark;
  }
  /// Returns the figures. Requires that the cell has figures of this kind.
  template <CellFigures Kind>
  Kind figures() const;
  /// Returns the reason why the cell has no figures. Requires a skipped or failed cell.
  std::string reason() const;
};

} // namespace kitt::perf
