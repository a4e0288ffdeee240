// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/comparison.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

std::string joined(std::vector<Difference> const& differences) {
  std::string text;
  for (auto const& difference : differences)
    text += (text.empty() ? "" : "; ") + difference.text;
  return text;
}

std::optional<double> conversion(std::vector<Difference> const& differences) {
  double factor = 1;
  for (auto const& difference : differences) {
    if (!difference.factor)
      return std::nullopt;
    factor *= *difference.factor;
  }
  return factor;
}

/// A ratio per node, shared out among the cores or watts of a node.
std::optional<double> ratio_of_parts(double ratio, std::optional<double> here,
                                     std::optional<double> there) {
  if (!here || !there)
    return std::nullopt;
  return ratio * *there / *here;
}

std::optional<double> as_double(std::optional<int> count) {
  return count ? std::optional<double>(*count) : std::nullopt;
}

std::optional<double> combined(std::optional<double> a, std::optional<double> b) {
  if (!a && !b)
    return std::nullopt;
  return std::hypot(a.value_or(0), b.value_or(0));
}

class Comparer {
public:
  Comparer(std::vector<Results> const& operands, ComparisonOptions const& options)
      : operands_(operands), options_(options), statistic_(common_statistic(operands)) {
    for (auto const& operand : operands_)
      cells_.push_back(cells_of(operand, options_.filter, statistic_));
  }

  Comparison result() const {
    Comparison comparison{.statistic = statistic_,
                          .options = options_,
                          .operands = operands_,
                          .cells = {},
                          .headlines = {},
                          .routines = {}};
    for (auto const& reference : cells_.front())
      if (reference.status == "measured")
        comparison.cells.push_back(compared(reference));
    return comparison;
  }

private:
  ComparedCell compared(Figure const& reference) const {
    ComparedCell cell{reference, {}};
    for (std::size_t i = 0; i < operands_.size(); ++i)
      cell.figures.push_back(compared(reference, i));
    return cell;
  }

  ComparedFigure compared(Figure const& reference, std::size_t operand) const {
    if (operand == 0)
      return measured(reference, reference, 0, 1);
    auto result = found(reference, operand);
    if (auto const lowest = options_.fail_below.of(reference.kernel))
      result.below = result.status == Status::missing || result.status == Status::failed ||
                     (result.status == Status::compared && result.ratio < *lowest);
    return result;
  }

  /// The same cell, else one that conversion makes the same, else why not.
  ComparedFigure found(Figure const& reference, std::size_t operand) const {
    ComparedFigure none{.note = "not measured"};
    for (auto const& other : cells_[operand]) {
      if (other.kernel != reference.kernel ||
          (options_.filter.all_variants && other.variant != reference.variant))
        continue;
      auto const differing = differences(reference, other);
      auto const factor = conversion(differing);
      bool const same_l = other.l == reference.l;
      if (same_l && differing.empty())
        return with_status(reference, other, operand);
      if (options_.convert && factor && (same_l || other.volume != reference.volume)) {
        auto result = measured(reference, other, operand, *factor);
        result.note = joined(differing);
        result.converted = true;
        return result;
      }
      if (same_l && none.status != Status::refused)
        none = {.status = Status::refused, .note = joined(differing)};
    }
    return none;
  }

  ComparedFigure with_status(Figure const& reference, Figure const& other,
                             std::size_t operand) const {
    if (other.status == "measured")
      return measured(reference, other, operand, 1);
    return {.status = other.status == "failed" ? Status::failed : Status::missing,
            .note = other.status + ": " + other.reason};
  }

  ComparedFigure measured(Figure const& reference, Figure const& other, std::size_t operand,
                          double factor) const {
    auto const value = value_of(other, statistic_) * factor;
    auto const ratio = value / value_of(reference, statistic_);
    auto const cores = [&](std::size_t i) { return as_double(operands_[i].cores_per_node); };
    return {.status = Status::compared,
            .note = {},
            .value = value,
            .ratio = ratio,
            .error = operand == 0 ? other.error : combined(other.error, reference.error),
            .ratio_per_core = ratio_of_parts(ratio, cores(operand), cores(0)),
            .ratio_per_watt = ratio_of_parts(ratio, other.watts_per_node, reference.watts_per_node),
            .variant = other.variant};
  }

  std::vector<Results> const& operands_;
  ComparisonOptions const& options_;
  Statistic statistic_;
  std::vector<std::vector<Figure>> cells_; ///< of each operand
};

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

Headline headline(Comparison const& comparison, std::size_t operand) {
  Headline head;
  head.comparison_point = comparison_point(comparison, operand);
  for (auto const& cell : comparison.cells) {
    auto const& figure = cell.figures[operand];
    head.below += figure.below ? 1 : 0;
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

/// A mistyped kernel would pass every test.
void check_names(Results const& reference, ComparisonOptions const& options) {
  std::set<std::string> known;
  for (auto const& figure : reference.figures)
    known.insert(family_of(figure.kernel));
  auto const check = [&](std::string const& name) {
    KITT_VALIDATE(known.contains(name),
                  fmt::format("no kernel \"{}\" in {} (it has {}): give one of these", name,
                              reference.name,
                              known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))));
  };
  for (auto const& name : options.filter.kernels)
    check(name);
  for (auto const& entry : options.fail_below.of_kernel)
    check(entry.first);
}

/// Where nothing of an operand can be compared there is no table to print.
void check_something_compared(Comparison const& comparison, std::size_t operand) {
  if (comparison.headlines[operand].compared > 0)
    return;
  std::set<std::string> reasons;
  bool failed = false;
  for (auto const& cell : comparison.cells) {
    auto const& figure = cell.figures[operand];
    failed = failed || figure.status == Status::failed;
    if (figure.status != Status::missing)
      reasons.insert(figure.note);
  }
  if (failed)
    return; // its results were wrong: that is a result
  auto const& first = comparison.operands.front().name;
  auto const& other = comparison.operands[operand].name;
  std::string why = "they have no cell in common";
  if (!reasons.empty()) {
    why.clear();
    for (auto const& reason : reasons)
      why += (why.empty() ? "" : "; ") + reason;
  }
  throw UserError(fmt::format("cannot compare {} with {} ({}): give results of the same work",
                              other, first, why));
}

bool profiles_alone(std::vector<Results> const& operands) {
  return std::all_of(operands.begin(), operands.end(), has_profile) &&
         std::any_of(operands.begin(), operands.end(),
                     [](Results const& operand) { return operand.figures.empty(); });
}

Comparison compare_profiles(std::vector<Results> const& operands,
                            ComparisonOptions const& options) {
  return {.statistic = Statistic::mean,
          .options = options,
          .operands = operands,
          .cells = {},
          .headlines = std::vector<Headline>(operands.size()),
          .routines = routine_shares(operands)};
}

} // namespace

std::optional<double> Tolerances::of(std::string const& kernel) const {
  auto const named = of_kernel.find(family_of(kernel));
  return named == of_kernel.end() ? any : std::optional<double>(named->second);
}

std::string to_string(Measure measure) {
  constexpr std::array names{"per node", "per core", "per watt"};
  return names[static_cast<std::size_t>(measure)];
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

std::optional<double> Comparison::comparison_ratio(std::size_t operand, Measure measure) const {
  auto const& there = headlines.front().comparison_point;
  auto const& here = headlines[operand].comparison_point;
  if (!there || !here || measure == Measure::watt)
    return std::nullopt;
  if (measure == Measure::node)
    return *here / *there;
  return ratio_of_parts(*here / *there, as_double(operands[operand].cores_per_node),
                        as_double(operands.front().cores_per_node));
}

int Comparison::status() const {
  auto const any = [&](auto member) {
    return std::any_of(headlines.begin(), headlines.end(),
                       [&](Headline const& head) { return head.*member > 0; });
  };
  if (any(&Headline::below))
    return 1;
  return any(&Headline::refused) ? 2 : 0;
}

Comparison compare(std::vector<Results> const& operands, ComparisonOptions const& options) {
  KITT_VALIDATE(operands.size() >= 2, "nothing to compare with (one operand was given): give at "
                                      "least two records or published:NAME");
  constexpr std::size_t letters = 26;
  KITT_VALIDATE(operands.size() <= letters,
                fmt::format("{} operands (they are called A to Z): give fewer", operands.size()));
  if (profiles_alone(operands) && !options.fail_below.given())
    return compare_profiles(operands, options);
  check_names(operands.front(), options);
  auto comparison = Comparer(operands, options).result();
  comparison.routines = routine_shares(operands);
  KITT_VALIDATE(!comparison.cells.empty(),
                fmt::format("nothing to compare in {} (it holds no figure of the kernels and sizes "
                            "asked for): give others, or another reference first",
                            operands.front().name));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    comparison.headlines.push_back(headline(comparison, i));
    check_something_compared(comparison, i);
  }
  return comparison;
}

std::string letter(std::size_t operand) {
  return std::string(1, static_cast<char>('A' + operand));
}

} // namespace kitt::perf
