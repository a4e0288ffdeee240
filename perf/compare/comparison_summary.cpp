// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/record/kernels.hpp"

#include <algorithm>
#include <cmath>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

/// Mean of DWF4 at L = 12 and L = 16, of what was compared (and so converted alike).
std::optional<double> comparison_point(Comparison const& comparison, std::size_t operand) {
  std::vector<double> values;
  for (auto const& cell : comparison.cells)
    if (cell.reference.kernel == "DWF4" && (cell.reference.l == 12 || cell.reference.l == 16) &&
        cell.figures[operand].status == Status::compared)
      values.push_back(cell.figures[operand].value);
  if (values.size() != 2 || comparison.options.filter.all_variants)
    return std::nullopt;
  return (values[0] + values[1]) / 2;
}

} // namespace

Headline headline_of(Comparison const& comparison, std::size_t operand) {
  Headline head;
  head.comparison_point = comparison_point(comparison, operand);
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

std::optional<double> Tolerances::of(std::string const& kernel) const {
  auto const named = of_kernel.find(family_of(kernel));
  return named == of_kernel.end() ? any : std::optional<double>(named->second);
}

std::optional<double> ratio_by(ComparedFigure const& figure, Measure measure) {
  if (figure.status != Status::compared)
    return std::nullopt;
  if (measure == Measure::node)
    return figure.ratio;
  return measure == Measure::core ? figure.ratio_per_core : figure.ratio_per_watt;
}

double speed_ratio(double ratio, std::string const& benchmark) {
  return benchmark_named(benchmark).less_is_better ? 1 / ratio : ratio;
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

std::optional<double> Comparison::comparison_ratio(std::size_t operand, Measure measure) const {
  auto const& there = headlines.front().comparison_point;
  auto const& here = headlines[operand].comparison_point;
  if (!there || !here || measure == Measure::watt)
    return std::nullopt;
  if (measure == Measure::node)
    return *here / *there;
  return ratio_of_parts(*here / *there, operands[operand].cores_per_node,
                        operands.front().cores_per_node);
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

std::string letter(std::size_t operand) {
  return std::string(1, static_cast<char>('A' + operand));
}

} // namespace kitt::perf
