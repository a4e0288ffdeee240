// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/numa/node_threads.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace kitt::miniapp {

namespace {

int index_of(comms::NumaMap const& map, std::string const& cpus) {
  if (map.domains.size() == 1)
    return 0;
  auto const index = comms::domain_index(map, cpus);
  KITT_VALIDATE(index,
                fmt::format("a thread may run in several NUMA domains (on hardware threads {}): "
                            "bind threads with --bind core or --bind numa",
                            cpus));
  return *index;
}

std::string domains_text(std::vector<NodeThread> const& threads) {
  std::vector<int> domains;
  for (auto const& thread : threads)
    domains.push_back(thread.domain);
  return fmt::format("{}", fmt::join(domains, " "));
}

} // namespace

int NodeThreads::threads_in(int domain) const {
  return static_cast<int>(std::count_if(
      threads.begin(), threads.end(), [&](auto const& thread) { return thread.domain == domain; }));
}

std::vector<int> NodeThreads::populated() const {
  std::vector<int> result;
  for (int domain = 0; domain < static_cast<int>(map.domains.size()); ++domain)
    if (threads_in(domain) > 0)
      result.push_back(domain);
  return result;
}

std::vector<ThreadTask> NodeThreads::tasks(Pair const& pair) const {
  auto const domains = static_cast<int>(map.domains.size());
  std::vector<ThreadTask> result;
  std::vector<bool> taken(map.domains.size(), false);
  for (std::size_t i = 0; i < threads.size(); ++i) {
    auto const from = threads[i].domain;
    bool const first_there = !taken[static_cast<std::size_t>(from)];
    taken[static_cast<std::size_t>(from)] = true;
    if (i < first || i >= first + count)
      continue;
    ThreadTask task{.timed = from == pair.from};
    if ((task.timed || pair.all_at_once) && (first_there || !pair.one_thread))
      task.memory_domain = domain((from + pair.to - pair.from + domains) % domains).number;
    result.push_back(task);
  }
  return result;
}

std::vector<NumaThread> NodeThreads::with_data_of(std::vector<int> const& data_threads) const {
  std::vector<NumaThread> result;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    auto const own = threads[i].domain;
    auto const data = threads[static_cast<std::size_t>(data_threads[i])].domain;
    result.push_back({.thread = static_cast<int>(i),
                      .cpus = threads[i].cpus,
                      .data_thread = data_threads[i],
                      .domain = domain(own).number,
                      .memory_domain = domain(data).number,
                      .relation = kitt::to_string(comms::numa_relation(map, own, data))});
  }
  return result;
}

NodeThreads gather_threads(comms::Communicator const& world, comms::NumaMap const& map,
                           std::vector<std::string> const& thread_cpusets) {
  NodeThreads result{.map = map, .threads = {}, .first = 0, .count = thread_cpusets.size()};
  auto const texts = world.gather(fmt::format("{}", fmt::join(thread_cpusets, " ")));
  auto const& places = world.places();
  auto const own = static_cast<std::size_t>(world.rank());
  on_all_ranks(world, [&] {
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
      if (places[rank].node != places[own].node)
        continue;
      if (rank == own)
        result.first = result.threads.size();
      std::istringstream text(texts[rank]);
      for (std::string cpus; text >> cpus;)
        result.threads.push_back({cpus, index_of(map, cpus)});
    }
  });
  for (auto const& text : world.gather(domains_text(result.threads)))
    KITT_VALIDATE(
        text == domains_text(result.threads),
        "nodes differ in the NUMA domains of their threads (all nodes must be used alike): start "
        "equally many ranks and threads per node with the same binding, or run on one node");
  return result;
}

} // namespace kitt::miniapp
