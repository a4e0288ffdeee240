// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/topology.hpp"

#include "comms/node/detail/describe.hpp"

#include <algorithm>
#include <exception>

namespace kitt::comms {

namespace detail {
namespace {

int core_count(HwlocTopology const& hwloc, CpuSet const& cpus) {
  return static_cast<int>(hwloc.cores(cpus).size());
}

std::vector<NumaDomain> numa_domains(HwlocTopology const& hwloc) {
  std::vector<NumaDomain> result;
  for (auto* const node : hwloc.objects(HWLOC_OBJ_NUMANODE)) {
    CpuSet const cpus(node->cpuset);
    result.push_back({.os_index = static_cast<int>(node->os_index),
                      .memory_bytes = node->attr->numanode.local_memory,
                      .cores = core_count(hwloc, cpus),
                      .cpuset = cpus.list()});
  }
  return result;
}

std::vector<Cache> caches(HwlocTopology const& hwloc) {
  std::vector<Cache> result;
  for (auto* const object : hwloc.caches()) {
    auto const& attributes = object->attr->cache;
    auto const level = static_cast<int>(attributes.depth);
    if (result.empty() || result.back().level != level)
      result.push_back(
          {.level = level, .size_bytes = attributes.size, .line_bytes = attributes.linesize});
    auto& cache = result.back();
    ++cache.count;
    cache.size_bytes = std::min<std::size_t>(cache.size_bytes, attributes.size);
    cache.cores_per_cache =
        std::max(cache.cores_per_cache, core_count(hwloc, CpuSet(object->cpuset)));
  }
  return result;
}

std::optional<int> numa_domain(HwlocTopology const& hwloc, hwloc_obj_t device) {
  auto* const place = hwloc_get_non_io_ancestor_obj(hwloc.get(), device);
  bool const single = place != nullptr && hwloc_bitmap_weight(place->nodeset) == 1;
  return single ? std::optional(hwloc_bitmap_first(place->nodeset)) : std::nullopt;
}

std::vector<NetworkDevice> network_devices(HwlocTopology const& hwloc) {
  std::vector<NetworkDevice> result;
  for (auto* const device : hwloc.objects(HWLOC_OBJ_OS_DEVICE)) {
    auto const type = device->attr->osdev.type;
    bool const fabric = type == HWLOC_OBJ_OSDEV_OPENFABRICS;
    if ((fabric || type == HWLOC_OBJ_OSDEV_NETWORK) && device->name != nullptr)
      result.push_back({.name = device->name,
                        .kind = fabric ? "OpenFabrics" : "network",
                        .numa_domain = numa_domain(hwloc, device)});
  }
  return result;
}

std::string info(hwloc_obj_t object, char const* name) {
  auto const* const value = object == nullptr ? nullptr : hwloc_obj_get_info_by_name(object, name);
  return value == nullptr || *value == '\0' ? "unknown" : value;
}

} // namespace

std::vector<std::vector<std::uint64_t>> numa_distances(HwlocTopology const& hwloc) {
  hwloc_distances_s* found = nullptr;
  unsigned count = 1;
  auto const kind = HWLOC_DISTANCES_KIND_MEANS_LATENCY;
  if (hwloc_distances_get_by_type(hwloc.get(), HWLOC_OBJ_NUMANODE, &count, &found, kind, 0) != 0 ||
      count == 0)
    return {};
  std::vector<std::vector<std::uint64_t>> result(found->nbobjs);
  for (unsigned i = 0; i < found->nbobjs; ++i)
    result[i].assign(found->values + i * found->nbobjs, found->values + (i + 1) * found->nbobjs);
  hwloc_distances_release(hwloc.get(), found);
  return result;
}

Topology describe(HwlocTopology const& hwloc, CpuSet const& allowed) {
  Topology result;
  auto const packages = hwloc.objects(HWLOC_OBJ_PACKAGE);
  result.cpu_model = info(packages.empty() ? nullptr : packages.front(), "CPUModel");
  result.architecture = info(hwloc_get_root_obj(hwloc.get()), "Architecture");
  result.sockets = static_cast<int>(packages.size());
  result.cores = static_cast<int>(hwloc.objects(HWLOC_OBJ_CORE).size());
  result.hardware_threads = static_cast<int>(hwloc.objects(HWLOC_OBJ_PU).size());
  result.allowed_cores = core_count(hwloc, allowed);
  result.allowed_hardware_threads = allowed.count();
  result.allowed_cpuset = allowed.list();
  result.numa_domains = numa_domains(hwloc);
  result.numa_distances = numa_distances(hwloc);
  result.caches = caches(hwloc);
  result.network_devices = network_devices(hwloc);
  return result;
}

} // namespace detail

Topology discover_topology() {
  Topology result;
  try {
    auto const hwloc = detail::HwlocTopology::machine_with_devices();
    result = detail::describe(hwloc, detail::allowed_cpus(hwloc));
  } catch (std::exception const& error) {
    result.warnings.push_back(error.what());
  }
  result.simd_compiled = detail::compiled_simd();
  detail::add_system_facts(result, detail::SystemFiles{});
  return result;
}

} // namespace kitt::comms
