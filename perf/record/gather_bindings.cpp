// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/gather_bindings.hpp"

#include <nlohmann/json.hpp>

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

} // namespace kitt::perf
