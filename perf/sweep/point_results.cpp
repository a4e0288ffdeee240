// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/sweep/point_results.hpp"

#include "core/base/error.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/record/cell_kind.hpp"
#include "perf/record/record.hpp"
#include "perf/results/results.hpp"
#include "perf/results/work.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::perf {

namespace fs = std::filesystem;
using mpi_profile::RunTime;

namespace {

/// A record of one run, with its figures outside the cells.
struct Run {
  RunRecord record;
  Results results;

  std::optional<double> comparison_point() const {
    return from_data<std::optional<double>>(
        record.summary().value("comparison_point_mflops_per_node", Json()));
  }
};

Run read_run(fs::path const& path) {
  auto record = RunRecord::read(path);
  auto results = results_of_record(path.string(), record);
  return {std::move(record), std::move(results)};
}

bool ended(RunRecord const& record) {
  auto const& summary = record.head().at("summary");
  return summary.is_object() && summary.value("complete", false);
}

std::string bare(std::string const& text) {
  std::string letters;
  for (unsigned char const c : text)
    if (std::isspace(c) == 0)
      letters += static_cast<char>(std::tolower(c));
  return letters;
}

std::vector<Figure> measured_figures(Results const& results) {
  auto figures = cells_of(results, {});
  std::erase_if(figures, [](Figure const& one) { return one.status != "measured"; });
  return figures;
}

SweepFigure of_cell(Figure const& figure) {
  auto const& benchmark = benchmark_named(figure.benchmark);
  return {cell_name(figure), std::string(benchmark.figures), benchmark.less_is_better};
}

/// Returns the figure by which points are compared. The name of the figure is empty if the record
/// does not have the figure.
SweepFigure choose(Run const& run, std::string const& asked) {
  if (bare(asked) == seconds_figure)
    return {seconds_figure, "s of the run", true};
  if (asked.empty() ? run.comparison_point().has_value() : bare(asked) == bare(comparison_figure))
    return {comparison_figure, "Mflop/s per node", false};
  Figure const* chosen = nullptr;
  auto const figures = measured_figures(run.results);
  auto const rank = [](Figure const& figure) {
    return figure.kernel == "DWF4" ? 2 : figure.benchmark == "latency" ? 0 : 1;
  };
  for (auto const& figure : figures)
    if (asked.empty() ? chosen == nullptr || rank(figure) > rank(*chosen) ||
                            (rank(figure) == rank(*chosen) && figure.l >= chosen->l)
                      : bare(cell_name(figure)) == bare(asked))
      chosen = &figure;
  return chosen == nullptr ? SweepFigure{} : of_cell(*chosen);
}

std::optional<RunTime> time_of_call(Figure const& figure) {
  if (!figure.call_seconds)
    return std::nullopt;
  return RunTime{*figure.call_seconds, figure.communication_seconds};
}

/// Returns the time of the run. A record of several ranks states the time; for one rank, the result
/// is the time of the command line.
std::optional<RunTime> time_of_run(SweepPoint const& point, Json const& head) {
  if (point.resumed)
    return std::nullopt;
  if (head.contains("run_time"))
    return from_data<RunTime>(head.at("run_time"), "run_time");
  bool const alone = head.at("configuration").at("ranks") == 1;
  return alone && point.wall_seconds ? std::optional(RunTime{*point.wall_seconds, 0})
                                     : std::nullopt;
}

/// Returns the largest memory use per node, summed over its ranks. A profile has the value of each
/// rank; `memory_by_cause` only has their mean.
std::optional<double> memory_per_node(Json const& head) {
  auto const& run = head.at("configuration");
  Json::json_pointer const each("/profile/ranks");
  Json::json_pointer const mean("/memory_by_cause/peak_resident_bytes");
  double bytes = 0;
  if (head.contains(each))
    for (auto const& rank : head.at(each))
      bytes += rank.value("peak_resident_bytes", 0.);
  else if (head.contains(mean))
    bytes = head.at(mean).get<double>() * run.at("ranks").get<double>();
  else
    return std::nullopt;
  return 1e-9 * bytes / run.at("nodes").get<double>();
}

double absolute_error(Figure const& figure) {
  return value_of(figure) * figure.error.value_or(0);
}

/// Returns the relative error of the comparison point, which is a mean of two figures.
std::optional<double> comparison_error(Run const& run) {
  auto const& sizes = rules_named(run.results.rules).point_l;
  auto const precision = from_data<Precision>(run.record.summary().at("precision"), "precision");
  double errors = 0;
  double values = 0;
  for (auto const& figure : measured_figures(run.results))
    if (figure.kernel == comparison_kernel && figure.precision == precision &&
        std::ranges::find(sizes, figure.l) != sizes.end()) {
      errors = std::hypot(errors, absolute_error(figure));
      values += value_of(figure);
    }
  return values > 0 ? std::optional(errors / values) : std::nullopt;
}

void read_figure(SweepPoint& point, SweepFigure const& wanted, Run const& run) {
  if (wanted.name == seconds_figure) {
    if (point.run)
      point.figure = point.run->total_seconds;
    return;
  }
  if (wanted.name == comparison_figure) {
    point.figure = run.comparison_point();
    point.error = comparison_error(run);
    return;
  }
  for (auto const& figure : measured_figures(run.results))
    if (cell_name(figure) == wanted.name) {
      point.figure = value_of(figure);
      point.error = figure.error;
      point.call = time_of_call(figure);
    }
}

std::string no_such_figure(Run const& run, std::string const& wanted) {
  std::vector<std::string> names;
  for (auto const& figure : measured_figures(run.results))
    names.push_back(cell_name(figure));
  return fmt::format("its record has no \"{}\", only {}", wanted,
                     names.empty() ? "no figure at all"
                                   : fmt::format("{}", fmt::join(names, ", ")));
}

void read_ended(SweepPoint& point, SweepFigure const& figure, Run const& run,
                std::string const& asked) {
  auto const& head = run.record.head();
  point.resumed = !head.at("provenance").at("resumed").empty();
  point.run = time_of_run(point, head);
  point.gigabytes_per_node = memory_per_node(head);
  if (auto const failed = run.record.failed_cells(); failed > 0) {
    point.status = PointStatus::failed;
    point.reason = counted(static_cast<int>(failed), "cell") + " failed verification";
    return;
  }
  point.status = PointStatus::measured;
  read_figure(point, figure, run);
  point.reason = point.figure ? "" : no_such_figure(run, figure.name.empty() ? asked : figure.name);
}

} // namespace

bool is_complete(SweepPoint const& point, fs::path const& folder) {
  return fs::exists(folder / point.record) && ended(RunRecord::read(folder / point.record));
}

void read_point(Sweep& sweep, SweepPoint& point, fs::path const& folder, std::string const& asked) {
  if (point.status == PointStatus::left_out || !fs::exists(folder / point.record))
    return;
  try {
    auto const run = read_run(folder / point.record);
    if (!ended(run.record))
      return;
    if (sweep.figure.name.empty() && run.record.failed_cells() == 0)
      sweep.figure = choose(run, asked);
    read_ended(point, sweep.figure, run, asked);
  } catch (UserError const& error) {
    point.status = PointStatus::failed;
    point.reason = error.what();
  }
}

void read_points(Sweep& sweep, fs::path const& folder, std::string const& asked) {
  bool const chosen = !sweep.figure.name.empty();
  for (auto& point : sweep.points)
    read_point(sweep, point, folder, asked);
  // the figure is now chosen; earlier points may have it as well
  if (!chosen && !sweep.figure.name.empty())
    for (auto& point : sweep.points)
      if (point.status == PointStatus::measured && !point.figure)
        read_point(sweep, point, folder, asked);
  judge(sweep);
}

} // namespace kitt::perf
