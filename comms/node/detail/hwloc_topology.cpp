// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/hwloc_topology.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace kitt::comms::detail {

CpuSet::CpuSet() : bitmap_(hwloc_bitmap_alloc()) {}
CpuSet::CpuSet(hwloc_const_bitmap_t other) : bitmap_(hwloc_bitmap_dup(other)) {}
CpuSet::CpuSet(std::string const& list) : CpuSet() {
  hwloc_bitmap_list_sscanf(get(), list.c_str());
}
CpuSet::CpuSet(CpuSet const& other) : CpuSet(other.get()) {}
CpuSet& CpuSet::operator=(CpuSet other) noexcept {
  std::swap(bitmap_, other.bitmap_);
  return *this;
}

std::string CpuSet::list() const {
  char* text = nullptr;
  if (hwloc_bitmap_list_asprintf(&text, get()) < 0)
    return "unknown";
  std::string result(text);
  std::free(text);
  return result;
}

int CpuSet::count() const {
  return std::max(0, hwloc_bitmap_weight(get())); // -1: without end
}

CpuSet& CpuSet::operator|=(CpuSet const& other) {
  hwloc_bitmap_or(get(), get(), other.get());
  return *this;
}

CpuSet operator&(CpuSet const& a, CpuSet const& b) {
  CpuSet result;
  hwloc_bitmap_and(result.get(), a.get(), b.get());
  return result;
}

bool operator==(CpuSet const& a, CpuSet const& b) {
  return hwloc_bitmap_isequal(a.get(), b.get()) != 0;
}

namespace {
void succeed(int code, char const* call) {
  if (code != 0)
    throw InternalError(std::string(call) + " failed: hwloc cannot read this machine");
}
} // namespace

HwlocTopology HwlocTopology::machine() {
  return load_machine(HWLOC_TYPE_FILTER_KEEP_NONE);
}

HwlocTopology HwlocTopology::machine_with_devices() {
  return load_machine(HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
}

HwlocTopology HwlocTopology::load_machine(hwloc_type_filter_e devices) {
  hwloc_topology_t topology = nullptr;
  succeed(hwloc_topology_init(&topology), "hwloc_topology_init");
  HwlocTopology result(topology);
  hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  // What the system itself says of adapters is enough: no scan of the PCI bus.
  hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_OS_DEVICE, devices);
  succeed(hwloc_topology_load(topology), "hwloc_topology_load");
  return result;
}

HwlocTopology HwlocTopology::synthetic(std::string const& description) {
  hwloc_topology_t topology = nullptr;
  succeed(hwloc_topology_init(&topology), "hwloc_topology_init");
  HwlocTopology result(topology);
  succeed(hwloc_topology_set_synthetic(topology, description.c_str()),
          "hwloc_topology_set_synthetic");
  succeed(hwloc_topology_load(topology), "hwloc_topology_load");
  return result;
}

std::vector<hwloc_obj_t> HwlocTopology::objects(hwloc_obj_type_t type) const {
  std::vector<hwloc_obj_t> result;
  for (auto object = hwloc_get_next_obj_by_type(get(), type, nullptr); object != nullptr;
       object = hwloc_get_next_obj_by_type(get(), type, object))
    result.push_back(object);
  return result;
}

std::vector<hwloc_obj_t> HwlocTopology::cores(CpuSet const& cpus) const {
  auto result = objects(HWLOC_OBJ_CORE);
  if (result.empty())
    result = objects(HWLOC_OBJ_PU);
  std::erase_if(result, [&](hwloc_obj_t core) { return !cpus.intersects(core->cpuset); });
  return result;
}

std::vector<hwloc_obj_t> HwlocTopology::domains(CpuSet const& cpus) const {
  std::vector<hwloc_obj_t> result;
  CpuSet seen;
  for (auto* const node : objects(HWLOC_OBJ_NUMANODE)) {
    if (!cpus.intersects(node->cpuset) || seen.intersects(node->cpuset))
      continue;
    seen |= CpuSet(node->cpuset);
    result.push_back(node);
  }
  return result;
}

std::vector<hwloc_obj_t> HwlocTopology::caches() const {
  std::vector<hwloc_obj_t> result;
  for (auto const type : {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE,
                          HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE})
    for (auto* const cache : objects(type))
      result.push_back(cache);
  return result;
}

CpuSet HwlocTopology::allowed() const {
  return CpuSet(hwloc_topology_get_allowed_cpuset(get()));
}

bool openmp_binds() {
  auto const set = [](char const* name) {
    auto const* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  auto const* const bind = std::getenv("OMP_PROC_BIND");
  if (bind != nullptr && (std::string_view(bind) == "false" || std::string_view(bind) == "FALSE"))
    return false;
  return set("OMP_PROC_BIND") || set("OMP_PLACES") || set("GOMP_CPU_AFFINITY") ||
         set("KMP_AFFINITY");
}

CpuSet allowed_cpus(HwlocTopology const& machine) {
  if (openmp_binds())
    return machine.allowed();
  CpuSet bound;
  if (hwloc_get_cpubind(machine.get(), bound.get(), HWLOC_CPUBIND_PROCESS) != 0 || bound.empty())
    return machine.allowed();
  auto const both = machine.allowed() & bound;
  return both.empty() ? machine.allowed() : both;
}

CpuSet thread_cpus(HwlocTopology const& machine) {
  CpuSet bound;
  if (hwloc_get_cpubind(machine.get(), bound.get(), HWLOC_CPUBIND_THREAD) != 0)
    return {};
  return bound;
}

} // namespace kitt::comms::detail
