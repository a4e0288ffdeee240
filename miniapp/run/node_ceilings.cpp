// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/node_ceilings.hpp"

#include "comms/node/available_memory.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/backend/device.hpp"

#include <algorithm>

namespace kitt::miniapp {

namespace {

/// What each rank may count as its own, the same on all: where the ranks of a node reach one cache
/// together, its share; the least of all ranks.
std::vector<comms::CacheUse> cache_shares(std::vector<comms::CacheUse> const& own,
                                          comms::Topology const& machine,
                                          comms::Communicator const& world) {
  constexpr int last_level = 4;
  std::vector<comms::CacheUse> result;
  for (int level = 1; level <= last_level; ++level) {
    comms::CacheUse share{.level = level};
    for (auto const& use : own)
      if (use.level == level)
        share = use;
    for (auto const& cache : machine.caches)
      if (cache.level == level && world.ranks_per_node() > 1)
        share.total_bytes =
            std::min(share.total_bytes, cache.size_bytes * static_cast<std::size_t>(cache.count) /
                                            static_cast<std::size_t>(world.ranks_per_node()));
    share.total_bytes = static_cast<std::size_t>(world.min(static_cast<double>(share.total_bytes)));
    if (share.total_bytes > 0)
      result.push_back(share);
  }
  return result;
}

} // namespace

perf::Ceilings measure_node_ceilings(comms::Communicator const& world,
                                     comms::Topology const& machine, comms::Binding binding,
                                     int ranks_on_node, perf::CeilingEffort effort, double share) {
  binding.caches = cache_shares(binding.caches, machine, world);
  auto own = comms::memory_of_rank(ranks_on_node);
  auto of_node = machine.memory_bytes;
  if (auto const device = device_of(ExecutionSpace())) {
    binding.caches = {{.level = 2, .total_bytes = device->cache_bytes}};
    own = of_node = device->memory_bytes;
  }
  // the same sets on all ranks
  auto const most = world.min(
      static_cast<double>(perf::most_ceiling_bytes(of_node, own, world.ranks_per_node())));
  auto what = perf::ceiling_options(binding, static_cast<std::size_t>(most), effort);
  what.shorten(share);
  what.slowest = [&](double seconds) { return world.max(seconds); };
  return perf::ceilings_per_node(
      perf::measure_ceilings(what), [&](double value) { return world.sum(value); }, world.nodes());
}

} // namespace kitt::miniapp
