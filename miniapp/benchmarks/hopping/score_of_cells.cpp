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

/// Returns true if a kernel has no column in the table of the summary.
bool is_left_out(std::string_view kernel) {
  return perf::kernel_named(kernel).only_if_named();
}

std::optional<ScoreEntry> ScoreRow::*entry_of(std::string_view kernel) {
  auto const found = std::find_if(score_columns.begin(), score_columns.end(),
                                  [&](auto const& column) { return column.kernel == kernel; });
  KITT_EXPECT(found != score_columns.end());
  return found->entry;
}

} // namespace

void ScoreOfCells::add(HoppingCell const& cell) {
  if (cell.application || (cell.right_hand_sides && cell.right_hand_sides->count > 1))
    return; // the score uses only the computation that the ITT times
  auto const ls = is_domain_wall(cell) ? cell.ls : 0;
  bool const first_of_kind = !any_ || (ls > 0 && ls_ == 0);
  // Kernels without a column have points, if the rules name them.
  if (!is_left_out(cell.kernel)) {
    if (first_of_kind || ((ls > 0 || ls_ == 0) && cell.precision <= precision_)) {
      ls_ = ls;
      precision_ = cell.precision;
    }
    any_ = true;
  }
  if (cell.links == LinkStorage::narrow)
    return;
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
        if (is_left_out(kernel))
          continue;
        auto const l = std::get<2>(at->first);
        rows[l].l = l;
        rows[l].*entry_of(kernel) = figures.best;
      }
  for (auto const& [l, row] : rows)
    score.rows.push_back(row);
  score.rules = *rules_;
  score.points = points();
  for (auto const& point : score.points)
    if (point.kernel == perf::comparison_kernel && point.precision == precision_)
      score.comparison_mflops_per_node = point.mflops_per_node;
  if (auto const* const dwf4 = find(perf::comparison_kernel, precision_, 16))
    score.dwf4_l16_mflops_per_node = dwf4->best.mflops_per_node;
  score.robustness = robustness();
  return score;
}

ScoreOfCells::Figures const* ScoreOfCells::find(std::string const& kernel,
                                                perf::Precision precision, int l) const {
  int const ls = perf::kernel_named(kernel).five_dimensions ? ls_ : 0;
  auto const kernels = figures_.find({precision, ls, l});
  if (kernels == figures_.end())
    return nullptr;
  auto const found = kernels->second.find(kernel);
  return found == kernels->second.end() ? nullptr : &found->second;
}

std::vector<ScorePoint> ScoreOfCells::points() const {
  std::vector<ScorePoint> points;
  for (auto const precision :
       {perf::Precision::single_precision, perf::Precision::double_precision})
    for (auto const& kernel : rules_->kernels) {
      auto const* const small = find(kernel, precision, rules_->point_l[0]);
      auto const* const large = find(kernel, precision, rules_->point_l[1]);
      if (small != nullptr && large != nullptr)
        points.push_back(
            {kernel, precision, (small->best.mflops_per_node + large->best.mflops_per_node) / 2});
    }
  return points;
}

Robustness ScoreOfCells::robustness() const {
  auto const* const dwf4 = find(perf::comparison_kernel, precision_, rules_->robustness_l);
  return robustness_of(dwf4 == nullptr ? std::map<std::string, double>() : dwf4->fixed, *set_);
}

} // namespace kitt::miniapp
