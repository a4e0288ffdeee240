// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

bool is_domain_wall(Figure const& figure) {
  return figure.kernel == "DWF4" || figure.kernel == "DWF5";
}

/// Returns the last domain-wall cell, in single precision if there is one. The summary of a run
/// takes precision and Ls from the same cell. Null if there is none.
Figure const* leading_cell(Comparison const& comparison) {
  Figure const* leading = nullptr;
  for (auto const& cell : comparison.cells)
    if (is_domain_wall(cell.reference) &&
        (leading == nullptr || cell.reference.precision <= leading->precision))
      leading = &cell.reference;
  return leading;
}

/// Returns the point of a kernel. The ratio compares the points as printed, or means on both sides
/// if one of the figures has no median. Empty if one of the two cells was not compared.
std::optional<ComparedPoint> point_of(Comparison const& comparison, std::size_t operand,
                                      std::string const& kernel, Precision precision,
                                      std::array<int, 2> const& sizes) {
  auto const* const leading = leading_cell(comparison);
  std::vector<ComparedCell const*> cells;
  for (auto const& cell : comparison.cells) {
    auto const& key = cell.reference;
    if (key.kernel == kernel && key.precision == precision &&
        (!is_domain_wall(key) || key.ls == leading->ls) &&
        std::ranges::find(sizes, key.l) != sizes.end() &&
        cell.figures[operand].status == Status::compared)
      cells.push_back(&cell);
  }
  if (cells.size() != 2)
    return std::nullopt;
  auto const sum = [&](std::size_t of, double ComparedFigure::*value) {
    return cells[0]->figures[of].*value + cells[1]->figures[of].*value;
  };
  bool const medians = std::all_of(cells.begin(), cells.end(), [&](ComparedCell const* const cell) {
    return cell->figures[operand].ratio_statistic == Statistic::median;
  });
  auto const value = medians ? &ComparedFigure::value : &ComparedFigure::mean;
  return ComparedPoint{.kernel = kernel,
                       .precision = precision,
                       .value = sum(operand, &ComparedFigure::value) / 2,
                       .ratio = sum(operand, value) / sum(0, value),
                       .statistic = medians ? Statistic::median : Statistic::mean};
}

/// Sets the points of an operand, or the reason why they are not compared.
void set_points(Headline& head, Comparison const& comparison, std::size_t operand) {
  auto const& rules = rules_named(comparison.operands.front().rules);
  if (comparison.options.filter.all_variants)
    return;
  head.points_refused = rules_refusal(comparison.operands[operand], comparison.operands.front());
  if (!head.points_refused.empty())
    return;
  auto const* const leading = leading_cell(comparison);
  for (auto const precision : {Precision::single_precision, Precision::double_precision})
    for (auto const& kernel : rules.kernels)
      if (auto const point = point_of(comparison, operand, kernel, precision, rules.point_l)) {
        head.points.push_back(*point);
        if (kernel == comparison_kernel && precision == leading->precision) {
          head.comparison_point = point->value;
          head.comparison_ratio = point->ratio;
          head.comparison_statistic = point->statistic;
        }
      }
}

} // namespace

std::string rules_refusal(Results const& one, Results const& reference) {
  if (one.rules == reference.rules)
    return {};
  return fmt::format("points of other rules, {} instead of {}", one.rules, reference.rules);
}

Headline headline_of(Comparison const& comparison, std::size_t operand) {
  Headline head;
  head.operand = letter(operand);
  set_points(head, comparison, operand);
  for (auto const& name : benchmark_names())
    for (auto const measure : measures)
      if (auto const mean = comparison.geometric_mean(operand, name, measure))
        head.means[static_cast<std::size_t>(measure)][name] = *mean;
  for (auto const& cell : comparison.cells) {
    auto const& figure = cell.figures[operand];
    head.below += figure.below ? 1 : 0;
    head.undecided += figure.undecided ? 1 : 0;
    head.refused += figure.status == Status::refused ? 1 : 0;
    head.missing += figure.status == Status::missing || figure.status == Status::failed ? 1 : 0;
    if (figure.status != Status::compared)
      continue;
    if (head.compared == 0 || figure.ratio < head.lowest) {
      head.lowest = figure.ratio;
      head.lowest_cell = cell_name(cell.reference);
    }
    if (head.compared == 0 || figure.ratio > head.highest) {
      head.highest = figure.ratio;
      head.highest_cell = cell_name(cell.reference);
    }
    ++head.compared;
  }
  return head;
}

std::optional<double> ratio_of_parts(double ratio, std::optional<double> here,
                                     std::optional<double> there) {
  if (!here || !there)
    return std::nullopt;
  return ratio * *there / *here;
}

std::optional<double> Tolerances::of(Figure const& row) const {
  std::optional<std::size_t> closest;
  auto result = any;
  for (auto const& [name, lowest] : of_kernel)
    if (auto const fit = fit_of(name, row); fit && (!closest || *fit > *closest)) {
      closest = fit;
      result = lowest;
    }
  return result;
}

std::optional<double> ratio_by(ComparedFigure const& figure, Measure measure) {
  if (figure.status != Status::compared)
    return std::nullopt;
  if (measure == Measure::node)
    return figure.ratio;
  return measure == Measure::core ? figure.ratio_per_core : figure.ratio_per_watt;
}

std::optional<double> Comparison::geometric_mean(std::size_t operand, std::string const& benchmark,
                                                 Measure measure) const {
  double logarithms = 0;
  int count = 0;
  for (auto const& cell : cells)
    if (auto const ratio = ratio_by(cell.figures[operand], measure);
        ratio && cell.reference.benchmark == benchmark) {
      logarithms += std::log(*ratio);
      ++count;
    }
  return count > 0 ? std::optional<double>(std::exp(logarithms / count)) : std::nullopt;
}

Statistic Comparison::statistic_of(std::size_t operand, std::string const& benchmark) const {
  bool const means = std::any_of(cells.begin(), cells.end(), [&](ComparedCell const& cell) {
    auto const& figure = cell.figures[operand];
    return cell.reference.benchmark == benchmark && figure.status == Status::compared &&
           figure.ratio_statistic == Statistic::mean;
  });
  return means ? Statistic::mean : Statistic::median;
}

Statistic Comparison::statistic() const {
  auto const names = benchmark_names();
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (std::ranges::any_of(
            names, [&](auto const& name) { return statistic_of(i, name) == Statistic::mean; }))
      return Statistic::mean;
  return Statistic::median;
}

std::optional<double> Comparison::comparison_ratio(std::size_t operand, Measure measure) const {
  auto const& ratio = headlines[operand].comparison_ratio;
  if (!ratio || measure == Measure::watt)
    return std::nullopt;
  if (measure == Measure::node)
    return ratio;
  return ratio_of_parts(*ratio, operands[operand].cores_per_node, operands.front().cores_per_node);
}

int Comparison::status() const {
  auto const any = [&](auto member) {
    return std::any_of(headlines.begin(), headlines.end(),
                       [&](Headline const& head) { return head.*member > 0; });
  };
  if (any(&Headline::below))
    return 1;
  return any(&Headline::undecided) ? 2 : 0;
}

std::string mark_of(std::optional<Statistic> statistic) {
  return statistic == Statistic::mean ? "m" : "";
}

} // namespace kitt::perf
