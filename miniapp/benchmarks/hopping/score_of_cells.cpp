// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hopping/score_of_cells.hpp"

#include "core/base/error.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace kitt::miniapp {

namespace {

bool is_domain_wall(HoppingCell const& cell) {
  return perf::kernel_named(cell.kernel).five_dimensions;
}

std::optional<ScoreEntry> ScoreRow::*entry_of(std::string_view kernel) {
  auto const found = std::find_if(score_columns.begin(), score_columns.end(),
                                  [&](auto const& column) { return column.kernel == kernel; });
  KITT_EXPECT(found != score_columns.end());
  return found->entry;
}

} // namespace

void ScoreOfCells::add(HoppingCell const& cell) {
  // The score uses only kernels of the ITT, and only the computation that the ITT times.
  if (cell.application || perf::kernel_named(cell.kernel).staggered)
    return;
  if (is_domain_wall(cell))
    ls_ = cell.ls;
  if (is_domain_wall(cell) || ls_ == 0)
    precision_ = cell.precision;
  if (cell.links == LinkStorage::narrow)
    return;
  auto const ls = is_domain_wall(cell) ? cell.ls : 0;
  auto& figures = figures_[{cell.precision, ls, cell.l}][cell.kernel];
  auto const figure = cell.mflops_per_node;
  if (figure > figures.best.mflops_per_node)
    figures.best = {figure, cell.variant};
  // Robustness compares fixed variants, so that it does not depend on whether a run was tuned.
  if (!cell.tuning)
    figures.fixed[cell.variant] = figure;
}

Score ScoreOfCells::score() const {
  Score score;
  score.ls = ls_;
  score.precision = precision_;
  std::map<int, ScoreRow> rows;
  for (auto const ls : std::set{0, ls_})
    for (auto at = figures_.lower_bound({precision_, ls, 0});
         at != figures_.end() && at->first < std::tuple(precision_, ls + 1, 0); ++at)
      for (auto const& [kernel, figures] : at->second) {
        auto const l = std::get<2>(at->first);
        rows[l].l = l;
        rows[l].*entry_of(kernel) = figures.best;
      }
  for (auto const& [l, row] : rows)
    score.rows.push_back(row);
  auto const& at_12 = rows[12].dwf4;
  auto const& at_16 = rows[16].dwf4;
  if (at_12 && at_16)
    score.comparison_mflops_per_node = (at_12->mflops_per_node + at_16->mflops_per_node) / 2;
  if (at_16)
    score.dwf4_l16_mflops_per_node = at_16->mflops_per_node;
  score.robustness = robustness();
  return score;
}

Robustness ScoreOfCells::robustness() const {
  auto const at_16 = figures_.find({precision_, ls_, 16});
  if (at_16 == figures_.end())
    return robustness_of({}, *set_);
  auto const dwf4 = at_16->second.find("DWF4");
  return robustness_of(
      dwf4 == at_16->second.end() ? std::map<std::string, double>() : dwf4->second.fixed, *set_);
}

} // namespace kitt::miniapp
