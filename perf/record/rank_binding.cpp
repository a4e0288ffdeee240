// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/rank_binding.hpp"

#include "perf/text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace kitt::perf {

namespace {

using nlohmann::json;

/// For the way from rank to rank.
std::string encoded(comms::Binding const& binding) {
  return json{{"thread_cpusets", binding.thread_cpusets},
              {"cores", binding.cores},
              {"numa_domains", binding.numa_domains},
              {"warnings", binding.warnings}}
      .dump();
}

RankBinding decoded(int rank, std::string const& host, std::string const& text) {
  auto const from = json::parse(text);
  return {.rank = rank,
          .host = host,
          .thread_cpusets = from.at("thread_cpusets").get<std::vector<std::string>>(),
          .cores = from.at("cores").get<int>(),
          .numa_domains = from.at("numa_domains").get<int>(),
          .warnings = from.at("warnings").get<std::vector<std::string>>()};
}

std::string named(std::vector<int> const& ranks, std::size_t of) {
  if (ranks.size() == of)
    return "all ranks";
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

std::string counted_or_unknown(int count, std::string_view what) {
  return count == 0 ? fmt::format("unknown {}s", what) : counted(count, what);
}

} // namespace

std::vector<RankBinding> gather_bindings(comms::Communicator const& world,
                                         comms::Binding const& own) {
  std::vector<RankBinding> result;
  for (auto const& text : world.gather(encoded(own))) {
    auto const rank = static_cast<int>(result.size());
    result.push_back(decoded(rank, world.hostname(rank), text));
  }
  return result;
}

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
