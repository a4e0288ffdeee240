// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/sweep/sweep.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/fields_json.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace kitt::perf {

namespace {

using mpi_profile::RunTime;

std::optional<double> ratio(double a, double b) {
  return a > 0 && b > 0 ? std::optional(a / b) : std::nullopt;
}

void judge_figures(Sweep& sweep) {
  sweep.best.clear();
  sweep.flat.clear();
  for (auto& point : sweep.points)
    point.of_best.reset();
  auto const better = [&](double a, double b) {
    return sweep.figure.less_is_better ? a < b : a > b;
  };
  SweepPoint const* best = nullptr;
  for (auto const& point : sweep.points)
    if (point.figure && (best == nullptr || better(*point.figure, *best->figure)))
      best = &point;
  if (best == nullptr)
    return;
  sweep.best = best->record;
  for (auto& point : sweep.points) {
    if (!point.figure)
      continue;
    point.of_best = sweep.figure.less_is_better ? ratio(*best->figure, *point.figure)
                                                : ratio(*point.figure, *best->figure);
    if (&point != best && is_as_good(point, *best))
      sweep.flat.push_back(point.record);
  }
}

void judge_times(Sweep& sweep) {
  sweep.times_of.reset();
  for (auto& point : sweep.points) {
    point.speed_ups.reset();
    if (point.call)
      sweep.times_of = TimesOf::call;
    else if (point.run && !sweep.times_of)
      sweep.times_of = TimesOf::run;
  }
  std::map<Placement, std::vector<SweepPoint*>> groups;
  for (auto& point : sweep.points)
    if (time_of(point, sweep))
      groups[placement_of(point)].push_back(&point);
  for (auto const& [placement, group] : groups) {
    std::vector<RunTime> times;
    for (auto const* point : group)
      times.push_back(*time_of(*point, sweep));
    auto const speed_ups = against_slowest(times);
    for (std::size_t i = 0; i < group.size(); ++i)
      group[i]->speed_ups = speed_ups[i];
  }
}

} // namespace

bool is_as_good(SweepPoint const& point, SweepPoint const& best) {
  auto const error = [](SweepPoint const& of) { return *of.figure * of.error.value_or(0); };
  auto const difference = std::abs(*point.figure - *best.figure);
  return difference <= flat_within * *best.figure ||
         difference <= flat_errors * std::hypot(error(point), error(best));
}

void judge(Sweep& sweep) {
  judge_figures(sweep);
  judge_times(sweep);
}

std::optional<RunTime> const& time_of(SweepPoint const& point, Sweep const& sweep) {
  return sweep.times_of == TimesOf::call ? point.call : point.run;
}

std::vector<SpeedUps> against_slowest(std::vector<RunTime> const& times) {
  auto const slowest = std::max_element(times.begin(), times.end(), [](auto& a, auto& b) {
    return a.total_seconds < b.total_seconds;
  });
  std::vector<SpeedUps> all;
  for (auto const& time : times)
    all.push_back({ratio(slowest->total_seconds, time.total_seconds),
                   ratio(slowest->compute_seconds(), time.compute_seconds()),
                   ratio(slowest->communication_seconds, time.communication_seconds)});
  return all;
}

std::string sweep_document(Sweep const& sweep) {
  check_finite(sweep);
  return to_data(sweep).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Sweep read_sweep(std::string const& path) {
  auto const document = Json::parse(read_input(path), nullptr, false);
  try {
    KITT_VALIDATE(document.is_object(),
                  path + " is not a JSON document, or it is damaged (it should be the document of "
                         "a sweep): give another folder");
    check_version(document);
    return from_data<Sweep>(document);
  } catch (Json::exception const& error) {
    throw UserError(fmt::format("cannot use {} (it is not the document of a sweep, or it is "
                                "damaged: {}): give another folder",
                                path, detail::words_of(error)));
  } catch (detail::WrongValue const& error) {
    throw UserError(fmt::format("cannot use {} ({}): give another folder", path, error.what()));
  }
}

} // namespace kitt::perf
