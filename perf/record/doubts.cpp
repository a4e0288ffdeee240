// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/doubts.hpp"

#include "perf/ceilings/roofline.hpp"
#include "perf/record/cell_kind.hpp"

#include <cmath>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

std::string line(std::size_t count, std::size_t figures, std::string_view what) {
  return count == 0 ? std::string() : fmt::format("! {} of {} figures: {}\n", count, figures, what);
}

/// Returns the likely reason for figures above their ceiling, from repeated measurements of the
/// ceilings.
std::string why_above(std::vector<CeilingReading> const& readings) {
  auto const spread = widest_spread(readings);
  if (!spread)
    return "their ceilings were measured once: run again";
  auto const apart = 100 * (spread->ratio() - 1);
  return spread->ratio() > most_fraction
             ? fmt::format("the machine was disturbed: a second measurement of the ceilings "
                           "differs by {:.0f} %",
                           apart)
             : fmt::format("a second measurement of the ceilings agrees within {:.0f} %: the "
                           "ceilings are too low for these kernels",
                           std::ceil(apart));
}

} // namespace

bool is_uncertain(Statistics const& seconds) {
  return relative_error(seconds) > largest_relative_error;
}

bool is_above_ceiling(std::optional<double> const& roofline_fraction) {
  return roofline_fraction.value_or(0) > most_fraction;
}

Doubts doubts_of(std::vector<Cell> const& cells) {
  Doubts result;
  for (auto const& cell : cells)
    if (cell.status == CellStatus::measured)
      cell_kind_named(cell.key.benchmark).add_doubts(cell, result);
  return result;
}

std::string ceilings_text(std::vector<CeilingReading> const& readings) {
  auto const spread = widest_spread(readings);
  if (!spread)
    return "";
  return fmt::format(
      "Ceilings measured {} times (last: {}): they differ by at most {:.1f} % ({}: {:.1f} to "
      "{:.1f} {}). The record compares each cell with the higher ceilings.\n",
      readings.size(), readings.back().moment, 100 * (spread->ratio() - 1), spread->figure,
      spread->lowest, spread->highest, spread->figure.ends_with("peak") ? "Gflop/s" : "GB/s");
}

std::string doubts_text(Doubts const& doubts, Ceilings const& ceilings) {
  auto text = line(doubts.uncertain, doubts.figures,
                   "+- above 5 % (the machine was busy, or sampling was too short)") +
              line(doubts.above_ceiling, doubts.figures,
                   fmt::format("above their ceiling ({})", why_above(ceilings.readings)));
  text += line(
      doubts.faster_than_operator, doubts.figures,
      "solver faster than its operator S (S is timed before the solver, and the machine's speed "
      "changed): run again with a longer --min-time");
  for (auto const& missing : ceilings.missing)
    text += fmt::format("The bandwidth of {} is unknown: cells that it would limit have no Roof.\n",
                        missing);
  return text;
}

} // namespace kitt::perf
