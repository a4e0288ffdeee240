// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/cell_columns.hpp"

#include "perf/record/define_cells.hpp"
#include "perf/record/doubts.hpp"
#include "perf/text/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace detail {

std::string dotted(std::array<int, 4> const& extents) {
  return fmt::format("{}", fmt::join(extents, "."));
}

std::string energy_line(EnergyUse const& use) {
  if (!use.missing.empty())
    return fmt::format("          energy: none ({})\n", use.missing);
  if (!use.figures)
    return "";
  auto text = fmt::format("          energy: {:.4g} J per call, {:.1f} W per node",
                          use.figures->joules_per_call, use.figures->watts_per_node);
  if (use.figures->mflops_per_watt)
    text += fmt::format(", {:.1f} Mflop/s per watt", *use.figures->mflops_per_watt);
  return text + '\n';
}

} // namespace detail

std::string marked(std::string const& figure, bool in_doubt) {
  return figure + (in_doubt ? '!' : ' ');
}

std::string error_percent(Statistics const& seconds) {
  return marked(percent(seconds.standard_error / seconds.mean), is_uncertain(seconds));
}

std::string roof_text(std::optional<double> const& fraction,
                      std::optional<RoofRange> const& range) {
  if (range)
    return marked(fmt::format("{:.0f}-{:.0f}", 100 * range->lowest, 100 * range->highest),
                  is_above_ceiling(range->lowest));
  return marked(percent(fraction), is_above_ceiling(fraction));
}

std::string or_dash(std::string const& text) {
  return text.empty() ? "-" : text;
}

std::string microseconds(std::optional<double> const& seconds) {
  return seconds ? fixed(*seconds * 1e6, 2) : "-";
}

std::string page_size(std::optional<std::size_t> const& bytes) {
  return bytes ? readable_bytes(static_cast<double>(*bytes)) : "-";
}

} // namespace kitt::perf
