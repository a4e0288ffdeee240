// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/record/gather_bindings.hpp"

#include "perf/json/fields_json.hpp"

namespace kitt::perf {

std::vector<RankBinding> gather_bindings(comms::Communicator const& world,
                                         comms::Binding const& own) {
  std::vector<RankBinding> result;
  for (auto const& text : world.gather(detail::text_of(to_data(own)))) {
    auto const rank = static_cast<int>(result.size());
    auto const found = from_data<comms::Binding>(Json::parse(text));
    result.push_back({.rank = rank,
                      .host = world.hostname(rank),
                      .thread_cpusets = found.thread_cpusets,
                      .cores = found.cores,
                      .numa_domains = found.numa_domains,
                      .warnings = found.warnings});
  }
  return result;
}

} // namespace kitt::perf
