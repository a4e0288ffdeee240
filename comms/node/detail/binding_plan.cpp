// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/binding_plan.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kitt::comms::detail {

namespace {

/// Returns the allowed hardware threads of the first NUMA domain that contains a given core.
/// Returns all allowed hardware threads if hwloc knows no domain with this core.
CpuSet domain_of(HwlocTopology const& hwloc, hwloc_obj_t core, CpuSet const& allowed) {
  CpuSet const cpus(core->cpuset);
  for (auto* const node : hwloc.domains(cpus))
    if (CpuSet const domain(node->cpuset); domain.includes(cpus))
      return domain & allowed;
  return allowed;
}

/// Returns one hardware thread of a set: number `turn`, modulo the size of the set.
CpuSet one_of(CpuSet const& cpus, int turn) {
  int cpu = hwloc_bitmap_first(cpus.get());
  for (int i = turn % std::max(1, cpus.count()); i > 0; --i)
    cpu = hwloc_bitmap_next(cpus.get(), cpu);
  CpuSet result;
  hwloc_bitmap_set(result.get(), static_cast<unsigned>(cpu));
  return result;
}

/// Returns the cores below an object that have an allowed hardware thread. The parts of the object
/// (sockets, domains, caches) contribute cores alternately.
std::vector<hwloc_obj_t> taken_in_turn(hwloc_obj_t object, CpuSet const& allowed) {
  if (!allowed.intersects(object->cpuset))
    return {};
  if (object->type == HWLOC_OBJ_CORE || object->arity == 0)
    return {object};
  std::vector<std::vector<hwloc_obj_t>> parts;
  std::size_t most = 0;
  for (unsigned i = 0; i < object->arity; ++i) {
    parts.push_back(taken_in_turn(object->children[i], allowed));
    most = std::max(most, parts.back().size());
  }
  std::vector<hwloc_obj_t> result;
  for (std::size_t turn = 0; turn < most; ++turn)
    for (auto const& part : parts)
      if (turn < part.size())
        result.push_back(part[turn]);
  return result;
}

/// Returns the allowed cores in the order in which a policy uses them.
std::vector<hwloc_obj_t> cores_in_order(HwlocTopology const& hwloc, CpuSet const& allowed,
                                        BindPolicy policy, CpuSet const& first) {
  if (policy == BindPolicy::spread)
    return taken_in_turn(hwloc_get_root_obj(hwloc.get()), allowed);
  auto const cores = hwloc.cores(allowed);
  if (policy != BindPolicy::network)
    return cores;
  std::vector<hwloc_obj_t> near;
  std::vector<hwloc_obj_t> far;
  for (auto* const core : cores)
    (first.intersects(core->cpuset) ? near : far).push_back(core);
  near.insert(near.end(), far.begin(), far.end());
  return near;
}

/// Returns, for each thread, the position of its core in the policy's order.
std::vector<std::size_t> core_numbers(std::size_t cores, int threads, BindPolicy policy) {
  auto const many = static_cast<std::size_t>(threads);
  bool const packed = policy == BindPolicy::compact || policy == BindPolicy::network;
  std::vector<std::size_t> result;
  for (std::size_t thread = 0; thread < many; ++thread)
    if (policy == BindPolicy::spread)
      result.push_back(thread % cores);
    else
      result.push_back(packed && many <= cores ? thread : thread * cores / many);
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
    // A thread uses one cache of each level at a time, so more caches than threads do not count.
    if (use.caches == threads)
      continue;
    ++use.caches;
    use.total_bytes += attributes.size;
  }
  return result;
}

std::vector<std::string> sharing_warnings(HwlocTopology const& hwloc,
                                          std::vector<CpuSet> const& found, int cores) {
  auto const threads = static_cast<int>(found.size());
  if (cores > 0 && threads > cores)
    return {fmt::format("more threads than cores ({} threads on {} cores): threads share cores, so "
                        "the figures do not describe the cores; start fewer threads",
                        threads, cores)};
  std::vector<std::string> result;
  for (auto const& [core, sharers] : confined(hwloc, found))
    if (sharers.size() > 1)
      result.push_back(fmt::format(
          "threads {} share core {} (other cores are idle): bind each thread to its own core",
          fmt::join(sharers, ", "), core));
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
                                 BindPolicy policy, CpuSet const& first) {
  auto const cores = cores_in_order(hwloc, allowed, policy, first);
  if (cores.empty() || threads < 1)
    return {};
  auto const core_of = core_numbers(cores.size(), threads, policy);
  std::vector<CpuSet> result;
  for (auto thread = core_of.begin(); thread != core_of.end(); ++thread) {
    auto* const core = cores[*thread];
    if (policy == BindPolicy::none)
      result.push_back(allowed);
    else if (policy == BindPolicy::numa)
      result.push_back(domain_of(hwloc, core, allowed));
    else
      result.push_back(part_of_core(
          core, allowed, static_cast<int>(std::count(core_of.begin(), core_of.end(), *thread)),
          static_cast<int>(std::count(core_of.begin(), thread, *thread))));
  }
  return result;
}

CpuSet next_to_network(HwlocTopology const& hwloc, std::vector<NetworkDevice> const& adapters) {
  CpuSet result;
  for (auto const* const kind : {"OpenFabrics", "network"}) {
    for (auto const& adapter : adapters)
      if (adapter.kind == kind && adapter.numa_domain)
        for (auto* const domain : hwloc.objects(HWLOC_OBJ_NUMANODE))
          if (static_cast<int>(domain->os_index) == *adapter.numa_domain)
            result |= CpuSet(domain->cpuset);
    if (!result.empty())
      return result;
  }
  throw UserError("--bind network is not possible (KITT found no NUMA domain of a network adapter; "
                  "`kitt machine` lists adapters): choose another --bind");
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
        fmt::format("the rank spans {} NUMA domains (threads then use remote memory): start one "
                    "rank per domain ({} ranks on a node), which is usually faster",
                    result.numa_domains, hwloc.domains(hwloc.allowed()).size()));
  return result;
}

} // namespace kitt::comms::detail
