// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/doubts.hpp"

#include "perf/ceilings/roofline.hpp"

#include <fmt/format.h>

namespace kitt::perf {

namespace {

constexpr double wide_error = 0.05;

std::string line(std::size_t count, std::size_t figures, std::string_view what) {
  return count == 0 ? std::string() : fmt::format("! {} of {} figures: {}\n", count, figures, what);
}

} // namespace

bool is_uncertain(Statistics const& seconds) {
  return seconds.standard_error > wide_error * seconds.mean;
}

bool is_above_ceiling(std::optional<double> const& roofline_fraction) {
  return roofline_fraction.value_or(0) > most_fraction;
}

Doubts doubts_of(std::vector<Cell> const& cells) {
  Doubts result;
  auto const count = [&](auto const& cell) {
    if constexpr (requires { cell.seconds; }) {
      ++result.figures;
      result.uncertain += is_uncertain(cell.seconds) ? 1 : 0;
    }
    if constexpr (requires { cell.roofline_fraction; })
      result.above_ceiling += is_above_ceiling(cell.roofline_fraction) ? 1 : 0;
  };
  for (auto const& cell : cells)
    std::visit(count, cell);
  return result;
}

std::string ceilings_text(std::vector<CeilingReading> const& readings) {
  auto const spread = widest_spread(readings);
  if (!spread)
    return "";
  return fmt::format(
      "Ceilings of {} moments ({} last): {:.1f} % apart at most ({}: {:.1f} to {:.1f} "
      "{}); the record has each cell under the higher ones.\n",
      readings.size(), readings.back().moment, 100 * (spread->ratio() - 1), spread->figure,
      spread->lowest, spread->highest, spread->figure.ends_with("peak") ? "Gflop/s" : "GB/s");
}

std::string doubts_text(Doubts const& doubts, std::vector<std::string> const& missing_ceilings) {
  auto text = line(doubts.uncertain, doubts.figures,
                   "+- above 5 % (the machine was busy, or sampling short)") +
              line(doubts.above_ceiling, doubts.figures,
                   "above their ceiling (something disturbed the one or the other)");
  for (auto const& missing : missing_ceilings)
    text += fmt::format("No bandwidth of {}: cells that it would bind have no Roof.\n", missing);
  return text;
}

} // namespace kitt::perf
