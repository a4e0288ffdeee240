// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/thread_relations.hpp"

#include "perf/measure/statistics.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace kitt::perf {

namespace {

struct Relation {
  TimedThread first; ///< first thread of the group
  std::vector<double> seconds;
};

std::vector<Relation> by_relation(std::vector<TimedThread> const& threads) {
  std::vector<Relation> relations;
  for (auto const& thread : threads) {
    auto const known = std::find_if(relations.begin(), relations.end(), [&](auto const& relation) {
      return relation.first.pattern == thread.pattern && relation.first.relation == thread.relation;
    });
    auto& relation =
        known == relations.end() ? relations.emplace_back(Relation{thread, {}}) : *known;
    relation.seconds.push_back(thread.seconds);
  }
  return relations;
}

} // namespace

std::vector<Figure> figures_of(std::vector<TimedThread> const& threads) {
  std::vector<Figure> figures;
  std::map<std::string, double> local;
  for (auto const& [first, seconds] : by_relation(threads)) {
    auto const times = summarize(seconds);
    auto figure = plain_figure(
        "numa",
        fmt::format("{} {}, {}: {}", first.kernel, first.matrix, first.pattern, first.relation),
        times.mean);
    figure.error = times.standard_error / times.mean;
    figures.push_back(figure);
    if (first.relation == "local")
      local[first.pattern] = times.mean;
    else if (auto const found = local.find(first.pattern); found != local.end()) {
      figure.benchmark = "remote";
      figure.kernel = fmt::format("{} {}: {}", first.kernel, first.matrix, first.relation);
      figure.mean /= found->second;
      figures.push_back(figure);
    }
  }
  return figures;
}

} // namespace kitt::perf
