// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/tables/cell_tables.hpp"

#include "core/base/finite.hpp"
#include "perf/text/words.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace {

/// The line of a cell without a figure, in the columns of the table of hopping kernels where it has
/// their parameters.
std::string without_figure(CellKey const& key, comms::VolumeOf of, std::string_view what,
                           std::string const& reason) {
  auto const place =
      key.parameters.contains("l")
          ? fmt::format("{:<6}  {:>3}  {:>3}  {:<6}  {}", key.kernel,
                        of == comms::VolumeOf::job ? "-" : key.text("l"), key.text("ls"),
                        key.text("precision"), key.variant.empty() ? "all variants" : key.variant)
          : name_of(key);
  return fmt::format("{}: {} ({})\n", place, what, reason);
}

} // namespace

std::string skipped_row(SkippedCell const& cell, comms::VolumeOf of) {
  return without_figure(cell.key, of, "skipped", cell.reason);
}

std::string failed_row(FailedCell const& cell, comms::VolumeOf of) {
  auto why = cell.reason;
  if (!is_within(cell.verification_error, cell.verification_tolerance))
    why += fmt::format(": error {:.2g} where {:.2g} is allowed", cell.verification_error,
                       cell.verification_tolerance);
  if (cell.verification_site_error && cell.verification_site_tolerance)
    why += fmt::format(", of the worst site {:.2g} where {:.2g} is", *cell.verification_site_error,
                       *cell.verification_site_tolerance);
  return without_figure(cell.key, of, "FAILED", why);
}

} // namespace kitt::perf
