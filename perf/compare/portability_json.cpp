// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/compare/comparison.hpp"
#include "perf/compare/portability.hpp"
#include "perf/json/fields_json.hpp"

namespace kitt::perf {

namespace {

using PlatformStatus = PlatformEfficiency::Status;

Json platform_json(PlatformEfficiency const& platform, std::size_t i) {
  bool const known = platform.status != PlatformStatus::unknown;
  bool const measured = platform.status == PlatformStatus::measured;
  return {{"platform", letter(i)},
          {"status", to_string(platform.status)},
          {"variant", platform.variant},
          {"value", measured ? Json(platform.value) : Json(nullptr)},
          {"application", known ? Json(platform.application) : Json(nullptr)},
          {"architectural",
           measured ? to_data(platform.architectural) : (known ? Json(0.0) : Json(nullptr))},
          {"note", platform.note}};
}

/// Null where a platform did not try it: there is no order of all platforms.
Json cascade_json(std::vector<double> const& efficiencies, std::size_t platforms) {
  if (efficiencies.size() != platforms)
    return nullptr;
  auto steps = Json::array();
  for (auto const& step : cascade(efficiencies))
    steps.push_back({{"platform", letter(step.platform)},
                     {"efficiency", step.efficiency},
                     {"portability", step.portability}});
  return steps;
}

Json application_json(PortableApplication const& application) {
  auto platforms = Json::array();
  for (std::size_t i = 0; i < application.platforms.size(); ++i)
    platforms.push_back(platform_json(application.platforms[i], i));
  auto const count = application.platforms.size();
  return {{"name", application.name},
          {"application", to_data(application.application())},
          {"architectural", to_data(application.architectural())},
          {"platforms", platforms},
          {"cascade",
           {{"application", cascade_json(application.application_efficiencies(), count)},
            {"architectural", cascade_json(application.architectural_efficiencies(), count)}}}};
}

Statistic statistic_of_all(Portability const& portability) {
  for (auto const& problem : portability.problems)
    for (auto const& best : problem.best_known)
      if (best.statistic == Statistic::mean)
        return Statistic::mean;
  return Statistic::median;
}

Json problem_json(PortabilityProblem const& problem) {
  auto known = Json::array();
  for (std::size_t i = 0; i < problem.best_known.size(); ++i)
    known.push_back({{"platform", letter(i)},
                     {"value", problem.best_known[i].value},
                     {"from", problem.best_known[i].from},
                     {"own", problem.best_known[i].own},
                     {"statistic", to_string(problem.best_known[i].statistic)}});
  auto applications = Json::array();
  for (auto const& application : problem.applications)
    applications.push_back(application_json(application));
  auto result = work_json(problem.key);
  result["best_known"] = known;
  result["applications"] = applications;
  return result;
}

} // namespace

Json portability_json(Portability const& portability) {
  Json document{{"schema_version", portability_schema_version},
                {"statistic", to_string(statistic_of_all(portability))},
                {"platforms", Json::array()},
                {"problems", Json::array()},
                {"left_out", Json(portability.left_out)}};
  for (std::size_t i = 0; i < portability.platforms.size(); ++i) {
    auto const& platform = portability.platforms[i];
    document["platforms"].push_back({{"letter", letter(i)},
                                     {"name", platform.name},
                                     {"title", platform.title},
                                     {"cpu_model", platform.cpu_model},
                                     {"nodes", to_data(platform.nodes)},
                                     {"cores_per_node", to_data(platform.cores_per_node)}});
  }
  for (auto const& problem : portability.problems)
    document["problems"].push_back(problem_json(problem));
  return document;
}

} // namespace kitt::perf
