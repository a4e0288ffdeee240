// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"

#include "core/base/error.hpp"
#include "perf/record/cell_kind.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string_view>

namespace kitt::perf {

namespace {

using Status = ComparedFigure::Status;

std::string joined(std::vector<Difference> const& differences) {
  std::string text;
  for (auto const& difference : differences)
    text += (text.empty() ? "" : "; ") + difference.text;
  return text;
}

std::optional<double> combined(std::optional<double> a, std::optional<double> b) {
  if (!a && !b)
    return std::nullopt;
  return std::hypot(a.value_or(0), b.value_or(0));
}

std::vector<Operand> with_letters(std::vector<Results> const& operands) {
  std::vector<Operand> result;
  for (auto const& operand : operands)
    result.push_back({operand, letter(result.size())});
  return result;
}

class Comparer {
public:
  Comparer(std::vector<Results> const& operands, ComparisonOptions const& options)
      : operands_(operands), options_(options) {
    for (auto const& operand : operands_)
      cells_.push_back(cells_of(operand, options_.filter));
  }

  Comparison result() const {
    Comparison comparison{.options = options_, .operands = with_letters(operands_)};
    for (auto const& reference : cells_.front())
      if (reference.status == "measured")
        comparison.cells.push_back(compared(reference));
    return comparison;
  }

private:
  ComparedCell compared(Figure const& reference) const {
    ComparedCell cell{{reference}, {}};
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      cell.figures.push_back(compared(reference, i));
      cell.figures.back().operand = letter(i);
    }
    return cell;
  }

  ComparedFigure compared(Figure const& reference, std::size_t operand) const {
    if (operand == 0)
      return measured(reference, reference, 0, 1);
    auto result = found(reference, operand);
    if (auto const lowest = options_.fail_below.of(reference)) {
      result.undecided = result.status == Status::refused;
      result.below = result.status == Status::missing || result.status == Status::failed ||
                     (result.status == Status::compared && result.ratio < *lowest);
    }
    return result;
  }

  /// Returns the cell of an operand for the work of the reference, converted if needed. If the
  /// operand has no cell for this work, returns the reason.
  ComparedFigure found(Figure const& reference, std::size_t operand) const {
    ComparedFigure none{.note = "not measured"};
    for (auto const& other : cells_[operand]) {
      if (!measure_alike(other, reference) ||
          (options_.filter.all_variants && other.variant != reference.variant))
        continue;
      auto const differing = differences(reference, other);
      auto const factor = conversion(differing);
      bool const same_l = other.l == reference.l || same_lattice(reference, other);
      if (same_l && differing.empty())
        return with_status(reference, other, operand, 1);
      if (options_.convert && factor && (same_l || other.volume != reference.volume)) {
        auto result = with_status(reference, other, operand, *factor);
        result.converted = result.status == Status::compared;
        if (result.converted)
          result.note = joined(differing);
        return result;
      }
      if (same_l && none.status != Status::refused)
        none = {.status = Status::refused, .note = joined(differing)};
    }
    return none;
  }

  ComparedFigure with_status(Figure const& reference, Figure const& other, std::size_t operand,
                             double factor) const {
    if (other.status == "measured")
      return measured(reference, other, operand, factor);
    return {.status = other.status == "failed" ? Status::failed : Status::missing,
            .note = other.status + ": " + other.reason};
  }

  ComparedFigure measured(Figure const& reference, Figure const& other, std::size_t operand,
                          double factor) const {
    auto const statistic = common_statistic(other, reference);
    auto const quotient = value_of(other, statistic) * factor / value_of(reference, statistic);
    auto const& benchmark = benchmark_named(other.benchmark);
    auto const ratio = benchmark.less_is_better ? 1 / quotient : quotient;
    bool const per_node = benchmark.per_node;
    auto const cores = [&](std::size_t i) {
      return per_node ? operands_[i].cores_per_node : std::nullopt;
    };
    auto const watts = [&](Figure const& figure) {
      return per_node ? figure.watts_per_node : std::nullopt;
    };
    return {.status = Status::compared,
            .note = {},
            .value = value_of(other) * factor,
            .mean = other.mean * factor,
            .ratio = ratio,
            .statistic = own_statistic(other),
            .ratio_statistic = statistic,
            .error = operand == 0 ? other.error : combined(other.error, reference.error),
            .ratio_per_core = ratio_of_parts(ratio, cores(operand), cores(0)),
            .ratio_per_watt = ratio_of_parts(ratio, watts(other), watts(reference)),
            .variant = other.variant};
  }

  std::vector<Results> const& operands_;
  ComparisonOptions const& options_;
  std::vector<std::vector<Figure>> cells_; ///< cells of each operand
};

/// Throws UserError if an option names a kernel that no cell has. A mistyped kernel would otherwise
/// pass every test.
void check_names(Results const& reference, ComparisonOptions const& options) {
  std::set<std::string> known;
  std::set<std::string_view> headings;
  for (auto const& figure : reference.figures) {
    known.insert(family_of(figure.kernel));
    headings.insert(benchmark_named(figure.benchmark).word);
  }
  auto const check = [&](std::string const& name) {
    auto const& figures = reference.figures;
    KITT_VALIDATE(std::any_of(figures.begin(), figures.end(),
                              [&](Figure const& figure) { return fit_of(name, figure); }),
                  fmt::format("no kernel \"{}\" in {} (it has {}): give one of these, the name of "
                              "a row in the tables, or a heading ({})",
                              name, reference.name,
                              known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")),
                              fmt::join(headings, ", ")));
  };
  for (auto const& name : options.filter.kernels)
    check(name);
  for (auto const& entry : options.fail_below.of_kernel)
    check(entry.first);
}

/// Throws UserError if no cell of an operand can be compared, because there is no table to print.
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
    return; // a wrong result is a valid outcome of a comparison
  if (auto const& refused = comparison.headlines[operand].points_refused; !refused.empty())
    reasons.insert(refused);
  auto const& first = comparison.operands.front().name;
  auto const& other = comparison.operands[operand].name;
  auto const why =
      reasons.empty() ? "they have no cell in common" : fmt::format("{}", fmt::join(reasons, "; "));
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
  Comparison comparison{.options = options,
                        .operands = with_letters(operands),
                        .routines = routine_shares(operands),
                        .differences = run_differences(operands)};
  for (std::size_t i = 0; i < operands.size(); ++i)
    comparison.headlines.push_back(headline_of(comparison, i));
  return comparison;
}

} // namespace

Comparison compare(std::vector<Results> const& operands, ComparisonOptions const& options) {
  KITT_VALIDATE(operands.size() >= 2, "nothing to compare with (only one operand was given): give "
                                      "at least two records or published:NAME");
  constexpr std::size_t letters = 26;
  KITT_VALIDATE(operands.size() <= letters,
                fmt::format("{} operands are too many (letters A to Z name them): give at most 26",
                            operands.size()));
  if (profiles_alone(operands) && !options.fail_below.given())
    return compare_profiles(operands, options);
  check_names(operands.front(), options);
  auto comparison = Comparer(operands, options).result();
  comparison.routines = routine_shares(operands);
  comparison.differences = run_differences(operands);
  KITT_VALIDATE(!comparison.cells.empty(),
                fmt::format("nothing to compare in {} (it has no figures for the chosen kernels "
                            "and sizes): give other --kernels and --L, or another record first",
                            operands.front().name));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    comparison.headlines.push_back(headline_of(comparison, i));
    check_something_compared(comparison, i);
  }
  return comparison;
}

} // namespace kitt::perf
