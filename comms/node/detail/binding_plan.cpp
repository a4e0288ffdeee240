// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/binding_plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::comms::detail {

namespace {

/// The allowed hardware threads of the first NUMA domain that holds this core; all that is allowed
/// where hwloc knows no such domain.
CpuSet domain_of(HwlocTopology const& hwloc, hwloc_obj_t core, CpuSet const& allowed) {
  CpuSet const cpus(core->cpuset);
  for (auto* const node : hwloc.domains(cpus))
    if (CpuSet const domain(node->cpuset); domain.includes(cpus))
      return domain & allowed;
  return allowed;
}

/// The hardware thread number `turn`, modulo how many there are.
CpuSet one_of(CpuSet const& cpus, int turn) {
  int cpu = hwloc_bitmap_first(cpus.get());
  for (int i = turn % std::max(1, cpus.count()); i > 0; --i)
    cpu = hwloc_bitmap_next(cpus.get(), cpu);
  CpuSet result;
  hwloc_bitmap_set(result.get(), static_cast<unsigned>(cpu));
  return result;
}

CpuSet part_of_core(hwloc_obj_t core, CpuSet const& allowed, int sharers, int turn) {
  auto const cpus = CpuSet(core->cpuset) & allowed;
  return sharers > 1 ? one_of(cpus, turn) : cpus;
}

std::vector<CacheUse> cache_use(HwlocTopology const& hwloc, CpuSet const& reached, int threads) {
  std::vector<CacheUse> result;
  for (auto* const object : hwloc.caches()) {
    if (!reached.intersects(object->cpuset))
      continue;
    auto const& attributes = object->attr->cache;
    auto const level = static_cast<int>(attributes.depth);
    if (result.empty() || result.back().level != level)
      result.push_back({.level = level, .line_bytes = attributes.linesize});
    auto& use = result.back();
    if (use.caches == threads)
      continue; // a thread has one cache of each level at a time
    ++use.caches;
    use.total_bytes += attributes.size;
  }
  return result;
}

std::vector<std::string> sharing_warnings(HwlocTopology const& hwloc,
                                          std::vector<CpuSet> const& found, int cores) {
  auto const threads = static_cast<int>(found.size());
  if (cores > 0 && threads > cores)
    return {
        fmt::format("more threads than cores ({} threads on {} cores): they take turns, figures "
                    "are not those of the cores",
                    threads, cores)};
  std::vector<std::string> result;
  for (auto const& [core, sharers] : confined(hwloc, found))
    if (sharers.size() > 1)
      result.push_back(
          fmt::format("threads {} share core {}: others are idle", fmt::join(sharers, ", "), core));
  return result;
}

} // namespace

std::map<unsigned, std::vector<std::string>> confined(HwlocTopology const& hwloc,
                                                      std::vector<CpuSet> const& found) {
  std::map<unsigned, std::vector<std::string>> result;
  for (std::size_t thread = 0; thread < found.size(); ++thread) {
    auto const cores = hwloc.cores(found[thread]);
    if (cores.size() == 1)
      result[cores.front()->logical_index].push_back(std::to_string(thread));
  }
  return result;
}

std::vector<CpuSet> plan_binding(HwlocTopology const& hwloc, CpuSet const& allowed, int threads,
                                 BindPolicy policy) {
  auto const cores = hwloc.cores(allowed);
  if (cores.empty() || threads < 1)
    return {};
  auto const many = static_cast<long>(cores.size());
  std::vector<std::size_t> core_of;
  for (long thread = 0; thread < threads; ++thread)
    core_of.push_back(static_cast<std::size_t>(thread * many / threads));

  std::vector<CpuSet> result;
  for (auto thread = core_of.begin(); thread != core_of.end(); ++thread) {
    auto* const core = cores[*thread];
    auto const [first, last] = std::equal_range(core_of.begin(), core_of.end(), *thread);
    if (policy == BindPolicy::none)
      result.push_back(allowed);
    else if (policy == BindPolicy::numa)
      result.push_back(domain_of(hwloc, core, allowed));
    else
      result.push_back(part_of_core(core, allowed, static_cast<int>(last - first),
                                    static_cast<int>(thread - first)));
  }
  return result;
}

Binding judge_binding(HwlocTopology const& hwloc, std::vector<CpuSet> const& found,
                      BindPolicy policy) {
  Binding result;
  result.policy = policy;
  CpuSet reached;
  for (auto const& cpus : found) {
    result.thread_cpusets.push_back(cpus.empty() ? "unknown" : cpus.list());
    reached |= cpus;
  }
  result.cores = static_cast<int>(hwloc.cores(reached).size());
  result.numa_domains = static_cast<int>(hwloc.domains(reached).size());
  result.caches = cache_use(hwloc, reached, result.threads());
  result.warnings = sharing_warnings(hwloc, found, result.cores);
  if (result.numa_domains > 1)
    result.warnings.push_back(
        fmt::format("the rank spans {} NUMA domains: one rank per domain ({} ranks on a node) is "
                    "usually faster",
                    result.numa_domains, hwloc.domains(hwloc.allowed()).size()));
  return result;
}

} // namespace kitt::comms::detail
