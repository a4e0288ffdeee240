// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/rank_binding.hpp"

#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace kitt::perf {

namespace {

std::string named(std::vector<int> const& ranks, std::size_t of) {
  if (ranks.size() == of)
    return "all ranks";
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

std::string counted_or_unknown(int count, std::string_view what) {
  return count == 0 ? fmt::format("unknown {}s", what) : counted(count, what);
}

} // namespace

std::vector<std::string> joined_warnings(std::vector<RankBinding> const& ranks) {
  if (ranks.size() == 1)
    return ranks.front().warnings;
  std::vector<std::pair<std::string, std::vector<int>>> found;
  for (auto const& rank : ranks)
    for (auto const& warning : rank.warnings) {
      auto known = std::find_if(found.begin(), found.end(),
                                [&](auto const& entry) { return entry.first == warning; });
      if (known == found.end())
        known = found.insert(found.end(), {warning, {}});
      known->second.push_back(rank.rank);
    }
  std::vector<std::string> result;
  for (auto const& [warning, whose] : found)
    result.push_back(named(whose, ranks.size()) + ": " + warning);
  return result;
}

std::string describe(RankBinding const& rank) {
  return fmt::format("{}: {}, {}: {}", rank.host, counted_or_unknown(rank.cores, "core"),
                     counted_or_unknown(rank.numa_domains, "NUMA domain"),
                     fmt::join(rank.thread_cpusets, " | "));
}

} // namespace kitt::perf
