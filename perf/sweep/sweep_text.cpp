// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/sweep/sweep.hpp"
#include "perf/text/table.hpp"
#include "perf/text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace kitt::perf {

namespace {

using mpi_profile::RunTime;
using PointColumn = ColumnOf<SweepPoint>;

/// Returns whether an axis has a column: options, variables, and cores if they are varied.
bool is_shown(SweepAxis const& axis) {
  return axis.name != "ranks" && axis.name != "threads" &&
         (axis.name != "cores" || axis.values.size() > 1);
}

std::string value_on(SweepPoint const& point, SweepAxis const& axis) {
  if (axis.name == "cores")
    return std::to_string(point.cores_per_node);
  auto const value = point.values.find(axis.name);
  return value == point.values.end() ? "" : value->second.empty() ? "not set" : value->second;
}

std::vector<PointColumn> columns_of_axes(Sweep const& sweep) {
  std::vector<PointColumn> columns{
      {{"Ranks", "per node", 8}, [](auto& point) { return std::to_string(point.ranks_per_node); }},
      {{"Threads", "per rank", 8},
       [](auto& point) { return std::to_string(point.threads_per_rank); }}};
  for (auto const& axis : sweep.axes)
    if (is_shown(axis)) {
      std::size_t width = 7; // width of "not set"
      for (auto const& value : axis.values)
        width = std::max(width, value.size());
      columns.push_back(
          {{axis.name, axis.name == "cores" ? "per node" : "", static_cast<int>(width)},
           [axis](auto& point) { return value_on(point, axis); }});
    }
  return columns;
}

/// Returns a figure with four significant digits, or more if there are more before the point.
std::string figure_text(std::optional<double> const& figure) {
  if (!figure)
    return "-";
  auto const digits =
      *figure == 0 ? 0 : 3 - static_cast<int>(std::floor(std::log10(std::abs(*figure))));
  return fixed(figure, std::clamp(digits, 0, 9));
}

std::string total_of(std::optional<RunTime> const& run) {
  return run ? fixed(run->total_seconds, 3) : "-";
}

std::string share_of(std::optional<RunTime> const& run) {
  return run ? percent(run->communication_share()) : "-";
}

std::string points_table(Sweep const& sweep) {
  auto columns = columns_of_axes(sweep);
  columns.insert(columns.begin(), {{"", "", 1}, [&](auto& point) {
                                     return std::string(point.record == sweep.best ? "*" : "");
                                   }});
  auto const add = [&](char const* name, char const* unit, int width, auto text) {
    columns.push_back({{name, unit, width}, text});
  };
  add("Figure", "", 12, [](auto& point) { return figure_text(point.figure); });
  add("Error", "±%", 7, [](auto& point) { return percent(point.error); });
  add("Of best", "%", 7, [](auto& point) { return percent(point.of_best); });
  add("Run", "s", 9, [](auto& point) { return total_of(point.run); });
  add("Communication", "%", 13, [](auto& point) { return share_of(point.run); });
  add("Memory", "GB/node", 8, [](auto& point) { return fixed(point.gigabytes_per_node, 3); });
  add("Result", "", 8, [](auto& point) { return to_string(point.status); });
  return rows_text(columns, sweep.points);
}

std::string best_text(Sweep const& sweep) {
  std::vector<std::string> flat;
  std::string best;
  for (auto const& point : sweep.points) {
    if (point.record == sweep.best)
      best = name_of(point, sweep);
    if (std::find(sweep.flat.begin(), sweep.flat.end(), point.record) != sweep.flat.end())
      flat.push_back(name_of(point, sweep));
  }
  if (best.empty())
    return "Best: none, because no point has a figure\n";
  if (flat.empty())
    return fmt::format("Best (*): {}\n", best);
  return fmt::format("Best: none. The figure of {} (*) differs by less than {:.0f} %, or {} "
                     "standard errors, from the figure of\n  {}\n",
                     best, 100 * flat_within, flat_errors, fmt::join(flat, "\n  "));
}

std::string reasons_text(Sweep const& sweep) {
  std::string text;
  for (auto const& point : sweep.points)
    if (!point.reason.empty())
      text +=
          fmt::format("{}: {}: {}\n", name_of(point, sweep), to_string(point.status), point.reason);
  if (std::any_of(sweep.points.begin(), sweep.points.end(),
                  [](SweepPoint const& point) { return point.resumed; }))
    text += "Runs that were interrupted and resumed have figures, but no time of a whole run.\n";
  return text;
}

/// Returns the points with speed-ups, sorted by placement, because points with equal placement are
/// compared.
std::vector<SweepPoint> timed_points(Sweep const& sweep) {
  std::multimap<Placement, SweepPoint> sorted;
  for (auto const& point : sweep.points)
    if (point.speed_ups)
      sorted.emplace(placement_of(point), point);
  std::vector<SweepPoint> timed;
  for (auto const& [placement, point] : sorted)
    timed.push_back(point);
  return timed;
}

std::string times_table(Sweep const& sweep) {
  bool const others = std::any_of(sweep.axes.begin(), sweep.axes.end(), [](auto const& axis) {
    return is_shown(axis) && axis.name != "cores";
  });
  bool const calls = sweep.times_of == TimesOf::call;
  auto const rows = timed_points(sweep);
  if (!others || rows.size() < 2)
    return "";
  auto columns = columns_of_axes(sweep);
  double const scale = calls ? 1e3 : 1;
  auto const seconds = [&](char const* name, auto value) {
    columns.push_back({{name, calls ? "ms" : "s", 13}, [=, &sweep](auto& point) {
                         return figure_text(scale * value(*time_of(point, sweep)));
                       }});
  };
  seconds("Total", [](RunTime const& time) { return time.total_seconds; });
  seconds("Compute", [](RunTime const& time) { return time.compute_seconds(); });
  seconds("Communication", [](RunTime const& time) { return time.communication_seconds; });
  auto const speed = [&](char const* unit, auto which) {
    columns.push_back(
        {{"Speed-up", unit, 13}, [=](auto& point) { return fixed((*point.speed_ups).*which, 2); }});
  };
  speed("total", &SpeedUps::total);
  speed("compute", &SpeedUps::compute);
  speed("communication", &SpeedUps::communication);
  columns.push_back(
      {{"Communication", "%", 13}, [&](auto& point) { return share_of(time_of(point, sweep)); }});
  return banner(fmt::format(
             " Time of {}, speed-ups over the slowest point with equally many ranks and threads",
             calls ? "a call of " + sweep.figure.name : "the run")) +
         rows_text(columns, rows);
}

} // namespace

std::string name_of(SweepPoint const& point, Sweep const& sweep) {
  auto name = fmt::format("ranks {}, threads {}", point.ranks_per_node, point.threads_per_rank);
  for (auto const& axis : sweep.axes)
    if (is_shown(axis))
      name += fmt::format(", {} {}", axis.name, value_on(point, axis));
  return name;
}

std::string sweep_text(Sweep const& sweep) {
  auto const figure = sweep.figure.name.empty()
                          ? std::string("no figure yet")
                          : fmt::format("figure: {} in {}", sweep.figure.name, sweep.figure.unit);
  return banner(fmt::format(" Sweep of kitt {}; {}", fmt::join(sweep.command, " "), figure)) +
         points_table(sweep) + best_text(sweep) + reasons_text(sweep) + times_table(sweep);
}

} // namespace kitt::perf
