// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/summary.hpp"

#include <algorithm>

namespace kitt::perf {

namespace {

bool is_domain_wall(HoppingCell const& cell) {
  return cell.kernel != "Wilson";
}

/// The cells whose precision and Ls the summary is about; Wilson has no Ls of its own. Not those
/// with narrow links: they compute less exactly than the others.
struct Selection {
  int ls = 0;
  Precision precision = Precision::single_precision;

  bool holds(HoppingCell const& cell) const {
    return cell.precision == precision && cell.links != LinkStorage::narrow &&
           (!is_domain_wall(cell) || cell.ls == ls);
  }
};

Selection select(std::vector<HoppingCell> const& cells) {
  if (cells.empty())
    return {};
  auto const last = std::find_if(cells.rbegin(), cells.rend(), is_domain_wall);
  if (last == cells.rend())
    return {0, cells.back().precision};
  return {last->ls, last->precision};
}

std::optional<SummaryEntry> best_of(std::vector<HoppingCell> const& cells,
                                    std::string const& kernel, int l) {
  std::optional<SummaryEntry> best;
  for (auto const& cell : cells)
    if (cell.kernel == kernel && cell.l == l &&
        (!best || cell.mflops_per_node > best->mflops_per_node))
      best = SummaryEntry{cell.mflops_per_node, cell.variant};
  return best;
}

/// Over the fixed variants only: how much a kernel depends on the way it is run does not change
/// because a run also looked for the best way.
std::optional<double> worst_over_best(std::vector<HoppingCell> const& cells,
                                      std::string const& kernel, int l) {
  std::vector<double> figures;
  for (auto const& cell : cells)
    if (cell.kernel == kernel && cell.l == l && !cell.tuning)
      figures.push_back(cell.mflops_per_node);
  if (figures.size() < 2)
    return std::nullopt;
  auto const [worst, best] = std::minmax_element(figures.begin(), figures.end());
  return *worst / *best;
}

std::vector<int> sizes_of(std::vector<HoppingCell> const& cells) {
  std::vector<int> sizes;
  for (auto const& cell : cells)
    sizes.push_back(cell.l);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

} // namespace

Summary summarize_cells(std::vector<HoppingCell> const& cells) {
  auto const selection = select(cells);
  std::vector<HoppingCell> selected;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(selected),
               [&](auto const& cell) { return selection.holds(cell); });

  Summary summary;
  summary.ls = selection.ls;
  summary.precision = selection.precision;
  for (auto const l : sizes_of(selected))
    summary.rows.push_back({l, best_of(selected, "Wilson", l), best_of(selected, "DWF4", l),
                            best_of(selected, "DWF5", l)});
  auto const at_12 = best_of(selected, "DWF4", 12);
  auto const at_16 = best_of(selected, "DWF4", 16);
  if (at_12 && at_16)
    summary.comparison_mflops_per_node = (at_12->mflops_per_node + at_16->mflops_per_node) / 2;
  if (at_16)
    summary.dwf4_l16_mflops_per_node = at_16->mflops_per_node;
  summary.robustness = worst_over_best(selected, "DWF4", 16);
  return summary;
}

} // namespace kitt::perf
