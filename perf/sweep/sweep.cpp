// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/sweep/sweep.hpp"

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "perf/json/fields_json.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kitt::perf {

void judge(Sweep& sweep) {
  sweep.best.clear();
  sweep.flat.clear();
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
  auto const last =
      *best->figure * (sweep.figure.less_is_better ? 1 + flat_within : 1 - flat_within);
  for (auto const& point : sweep.points)
    if (point.figure && &point != best && !better(last, *point.figure))
      sweep.flat.push_back(point.record);
}

std::vector<SpeedUps> against_slowest(std::vector<mpi_profile::RunTime> const& times) {
  auto const slowest = std::max_element(times.begin(), times.end(), [](auto& a, auto& b) {
    return a.total_seconds < b.total_seconds;
  });
  auto const ratio = [](double before, double after) {
    return before > 0 && after > 0 ? std::optional(before / after) : std::nullopt;
  };
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
    KITT_VALIDATE(document.is_object(), path + " is no JSON document, or a damaged one (it should "
                                               "be a sweep's): give another folder");
    KITT_VALIDATE(document.at("schema_version") == sweep_schema_version,
                  fmt::format("{} is of schema version {} (this program reads {}): give another "
                              "folder",
                              path, document.at("schema_version").dump(), sweep_schema_version));
    return from_data<Sweep>(document);
  } catch (Json::exception const& error) {
    throw UserError(fmt::format("cannot use {} (it is no sweep, or a damaged one: {}): give "
                                "another folder",
                                path, detail::words_of(error)));
  } catch (detail::WrongValue const& error) {
    throw UserError(fmt::format("cannot use {} ({}): give another folder", path, error.what()));
  }
}

} // namespace kitt::perf
