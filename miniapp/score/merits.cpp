// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/score/merits.hpp"

#include "miniapp/score/score.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/doubts.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <tuple>

namespace kitt::miniapp {

namespace {

using Cells = std::vector<perf::Cell>;

/// Value of a figure of merit in a run.
struct Found {
  double value;
  std::string what;                     ///< measured work: "DWF4 L=16 Ls=16 single tuned"
  Cells cells = {};                     ///< cells behind the figure
  std::vector<std::string> doubts = {}; ///< reasons for doubt that do not come from cells
};

/// Figure of merit, with a function that finds it in a run.
struct Merit {
  MeritName name;
  std::function<std::optional<Found>(perf::RunRecord const&, Score const&)> find;
};

/// Returns words as a name: "solve CG Wilson" becomes "solve_cg_wilson".
std::string joined_name(std::string_view words) {
  std::string name;
  for (unsigned char const c : words)
    if (std::isalnum(c) != 0)
      name += static_cast<char>(std::tolower(c));
    else if (!name.empty() && name.back() != '_')
      name += '_';
  return name;
}

/// Returns the value at a path of a cell, or null.
perf::Json value_at(perf::Cell const& cell, std::string_view path) {
  return cell.data->value(perf::Json::json_pointer("/" + std::string(path)), perf::Json());
}

/// Returns the size of a cell, for comparison with other cells of its kind.
std::vector<double> size_of(perf::Cell const& cell, perf::CellKind const& kind) {
  std::vector<double> size;
  for (auto const path : kind.sizes) {
    auto const value = value_at(cell, path);
    size.push_back(value.is_number()   ? value.get<double>()
                   : value.is_string() ? static_cast<double>(value.get<std::string>().size())
                                       : 0);
  }
  return size;
}

/// Returns false for a cell with narrow links, which are another computation.
bool is_exact(perf::Cell const& cell, perf::CellKind const& kind) {
  perf::Figure figure;
  kind.set_figure(figure, cell, {});
  return figure.exact;
}

bool is_in_family(perf::Cell const& cell, perf::CellKind const& kind, std::string_view family) {
  return cell.key.benchmark == kind.name() && std::ranges::any_of(kind.kernels, [&](auto& kernel) {
           return kernel.family == family && kernel.name == cell.key.kernel;
         });
}

/// Returns the best of the largest cells of a kernel that meet a condition.
std::optional<Found> find_best(perf::CellKind const& kind, std::string_view family,
                               perf::FigureOfMerit const& merit, Cells const& cells,
                               std::function<bool(perf::Cell const&)> const& counts) {
  using Rank = std::tuple<std::vector<double>, double>;
  std::optional<Rank> best;
  std::optional<Found> found;
  for (auto const& cell : cells) {
    if (cell.status != perf::CellStatus::measured || !is_in_family(cell, kind, family) ||
        !counts(cell) || !is_exact(cell, kind))
      continue;
    auto const value = value_at(cell, merit.path);
    if (!value.is_number())
      continue;
    auto const figure = value.get<double>();
    Rank const rank{size_of(cell, kind), merit.less_is_better ? -figure : figure};
    if (best && rank <= *best)
      continue;
    best = rank;
    found = Found{.value = figure, .what = name_of(cell.key), .cells = {cell}};
  }
  return found;
}

/// Returns the figure of merit of a kernel: one that names the kernel, otherwise the first.
perf::FigureOfMerit merit_of(perf::CellKind const& kind, std::string_view family) {
  auto const merits = merits_of(kind);
  auto const named = std::ranges::find_if(merits, [&](auto const& merit) {
    return std::ranges::find(merit.kernels, family) != merit.kernels.end();
  });
  return named == merits.end() ? merits.front() : *named;
}

/// Returns the figure of merit of a kernel, or of several kernels of one family.
Merit kernel_merit(perf::CellKind const& kind, std::string_view family) {
  auto const merit = merit_of(kind, family);
  auto const name = family.starts_with(kind.name()) ? std::string(family)
                                                    : fmt::format("{} {}", kind.name(), family);
  return {.name = {.name = joined_name(name),
                   .unit = std::string(merit.unit.empty() ? "s" : merit.unit),
                   .less_is_better = merit.less_is_better,
                   .what = fmt::format("{}: {}", kind.benchmarks.front().what, family)},
          .find = [&kind, family, merit](perf::RunRecord const& record, Score const&) {
            return find_best(kind, family, merit, record.cells(), [](auto const&) { return true; });
          }};
}

void add_kernel_merits(std::vector<Merit>& merits) {
  for (auto const* const kind : perf::cell_kinds()) {
    std::vector<std::string_view> families;
    for (auto const& kernel : kind->kernels)
      if (std::ranges::find(families, kernel.family) == families.end())
        families.push_back(kernel.family);
    for (auto const family : families)
      merits.push_back(kernel_merit(*kind, family));
  }
}

constexpr char const* point_unit = "Mflop/s per node";

/// Returns the cells of the best variants of a hopping kernel at the given sizes.
Cells best_cells(perf::RunRecord const& record, std::string const& kernel,
                 perf::Precision precision, std::vector<int> const& sizes) {
  auto const& kind = perf::cell_kind_named("hopping");
  Cells cells;
  for (auto const l : sizes) {
    auto const best =
        find_best(kind, kernel, merit_of(kind, kernel), record.cells(), [&](auto const& cell) {
          return cell.key.text("l") == std::to_string(l) && cell.key.text("parity").empty() &&
                 cell.key.text("precision") == kitt::to_string(precision);
        });
    if (best)
      cells.push_back(best->cells.front());
  }
  return cells;
}

std::vector<std::string> doubts_of_score(perf::RunRecord const& record) {
  auto const& words = record.head().at("provenance").at("command_line");
  if (perf::is_quick(words.get<std::vector<std::string>>()))
    return {"a quick run does not count by the rules"};
  return {};
}

/// Returns the point of a kernel, or nothing if it was not measured at both sizes of the rules.
std::optional<Found> find_point(perf::RunRecord const& record, Score const& score,
                                std::string_view kernel, perf::Precision precision) {
  auto const [small, large] = score.rules.point_l;
  for (auto const& point : score.points)
    if (point.kernel == kernel && point.precision == precision)
      return Found{.value = point.mflops_per_node,
                   .what =
                       fmt::format("{} in {} precision, mean of L = {} and {}, rules {}", kernel,
                                   kitt::to_string(precision), small, large, score.rules.name),
                   .cells = best_cells(record, point.kernel, precision, {small, large}),
                   .doubts = doubts_of_score(record)};
  return std::nullopt;
}

std::optional<Found> find_robustness(perf::RunRecord const& record, Score const& score) {
  if (!score.robustness.worst_over_best)
    return std::nullopt;
  auto const l = score.rules.robustness_l;
  Cells cells;
  for (auto const& cell : record.cells())
    if (cell.key.kernel == perf::comparison_kernel && cell.key.text("l") == std::to_string(l) &&
        std::ranges::count(score.robustness.variants, cell.key.variant) > 0)
      cells.push_back(cell);
  return Found{.value = *score.robustness.worst_over_best,
               .what = fmt::format("variants {} of {} at L = {}, rules {}", score.robustness.set,
                                   perf::comparison_kernel, l, score.rules.name),
               .cells = cells,
               .doubts = doubts_of_score(record)};
}

Merit point_merit(std::string_view kernel, perf::Precision precision) {
  auto const words = kitt::to_string(precision);
  return {.name = {.name = joined_name(fmt::format("point {} {}", kernel, words)),
                   .unit = point_unit,
                   .what = fmt::format("mean of {} in {} precision at both sizes of the rules",
                                       kernel, words)},
          .find = [kernel, precision](auto const& record, auto const& score) {
            return find_point(record, score, kernel, precision);
          }};
}

void add_score_merits(std::vector<Merit>& merits) {
  merits.push_back({.name = {.name = "comparison_point",
                             .unit = point_unit,
                             .what = fmt::format("mean of {} at both sizes of the rules",
                                                 perf::comparison_kernel)},
                    .find = [](auto const& record, auto const& score) {
                      return find_point(record, score, perf::comparison_kernel, score.precision);
                    }});
  merits.push_back({.name = {.name = "robustness",
                             .unit = "worst/best",
                             .what = fmt::format("slowest of a set of {} variants divided by the "
                                                 "fastest",
                                                 perf::comparison_kernel)},
                    .find = find_robustness});
  for (auto const precision :
       {perf::Precision::single_precision, perf::Precision::double_precision})
    for (auto const& kernel : perf::cell_kind_named("hopping").kernels)
      if (!kernel.whole_operator) // no rules have them
        merits.push_back(point_merit(kernel.name, precision));
}

/// Adds the ceilings of a run without cells.
void add_ceiling_merits(std::vector<Merit>& merits) {
  auto const add = [&](std::string const& name, std::string const& unit, std::string const& what,
                       std::function<double(perf::Ceilings const&)> const& value) {
    merits.push_back(
        {.name = {.name = name, .unit = unit, .what = what},
         .find = [=](perf::RunRecord const& record, Score const&) -> std::optional<Found> {
           auto const ceilings = record.ceilings();
           if (!record.cells().empty() || !ceilings || ceilings->levels.empty())
             return std::nullopt;
           return Found{.value = value(*ceilings), .what = what};
         }});
  };
  add("machine_peak_single", "Gflop/s per node", "multiply-add peak in single precision",
      [](auto const& ceilings) { return ceilings.single_gflops_per_s; });
  add("machine_peak_double", "Gflop/s per node", "multiply-add peak in double precision",
      [](auto const& ceilings) { return ceilings.double_gflops_per_s; });
  add("machine_triad", "GB/s per node", "triad bandwidth of memory",
      [](auto const& ceilings) { return ceilings.levels.back().triad_gb_per_s; });
}

std::vector<Merit> make_merits() {
  std::vector<Merit> merits;
  add_score_merits(merits);
  add_kernel_merits(merits);
  add_ceiling_merits(merits);
  return merits;
}

/// Returns the mark of a doubtful figure with the reasons. Returns an empty text without doubts.
std::string doubt_mark(perf::RunRecord const& record, Found const& found) {
  auto reasons = found.doubts;
  auto const doubts = perf::doubts_of(found.cells);
  if (doubts.uncertain > 0)
    reasons.emplace_back("+- above 5 %");
  if (doubts.above_ceiling > 0)
    reasons.emplace_back("above its ceiling");
  if (doubts.faster_than_operator > 0)
    reasons.emplace_back("faster than its operator");
  if (record.head().at("configuration").contains("simulated"))
    reasons.emplace_back("simulated machine");
  return reasons.empty() ? "" : fmt::format(" ! {}", fmt::join(reasons, ", "));
}

} // namespace

std::string MeritName::better() const {
  return less_is_better ? "lower" : "higher";
}

std::string MeritName::pattern() const {
  return fmt::format("^KITT FOM {} = (?P<value>\\S+) ", name);
}

std::vector<MeritName> all_merits() {
  std::vector<MeritName> names;
  for (auto const& merit : make_merits())
    names.push_back(merit.name);
  return names;
}

std::string merit_lines(perf::RunRecord const& record) {
  if (auto const failed = record.failed_cells(); failed > 0)
    return fmt::format("No figures of merit: the run has {}.\n",
                       perf::counted(static_cast<int>(failed), "wrong result"));
  std::string text;
  auto const score = score_of(record);
  for (auto const& [name, find] : make_merits())
    if (auto const found = find(record, score))
      text += fmt::format("KITT FOM {} = {:.6g} {} ({} is better): {}{}\n", name.name, found->value,
                          name.unit, name.better(), found->what, doubt_mark(record, *found));
  return text;
}

} // namespace kitt::miniapp
