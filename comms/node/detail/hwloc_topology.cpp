// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/detail/hwloc_topology.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#ifdef _OPENMP
#include <omp.h>
#endif

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
  return std::max(0, hwloc_bitmap_weight(get())); // hwloc returns -1 for an infinite set
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
    throw InternalError(std::string(call) + " failed (hwloc cannot read this machine): check the "
                                            "installation of hwloc with its tool lstopo");
}
} // namespace

namespace {

std::string& ignored_description() {
  static std::string text;
  return text;
}

/// Removes the variables from the environment that describe another machine to hwloc.
void ignore_other_machine() {
  for (auto const* const name :
       {"HWLOC_XMLFILE", "HWLOC_SYNTHETIC", "HWLOC_FSROOT", "HWLOC_CPUID_PATH"})
    if (auto const* const value = std::getenv(name)) {
      ignored_description() +=
          (ignored_description().empty() ? "" : " ") + std::string(name) + "=" + value;
      unsetenv(name);
    }
}

} // namespace

std::string other_machine_ignored() {
  return ignored_description();
}

HwlocTopology HwlocTopology::machine() {
  return load_machine(HWLOC_TYPE_FILTER_KEEP_NONE);
}

HwlocTopology HwlocTopology::machine_with_devices() {
  return load_machine(HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
}

HwlocTopology HwlocTopology::load_machine(hwloc_type_filter_e devices) {
  auto result = load(devices);
  if (hwloc_topology_is_thissystem(result.get()) != 0)
    return result;
  ignore_other_machine();
  return load(devices);
}

HwlocTopology HwlocTopology::load(hwloc_type_filter_e devices) {
  hwloc_topology_t topology = nullptr;
  succeed(hwloc_topology_init(&topology), "hwloc_topology_init");
  HwlocTopology result(topology);
  hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  // The system's own list of adapters is sufficient, so the PCI bus is not scanned.
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

CpuSet openmp_places() {
  CpuSet result;
#ifdef _OPENMP
  if (omp_get_proc_bind() == omp_proc_bind_false)
    return result;
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> cpus(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, cpus.data());
    for (auto const cpu : cpus)
      hwloc_bitmap_set(result.get(), static_cast<unsigned>(cpu));
  }
#endif
  return result;
}

bool openmp_binds() {
  return !openmp_places().empty();
}

CpuSet allowed_cpus(HwlocTopology const& machine) {
  auto allowed = openmp_places();
  if (allowed.empty() &&
      hwloc_get_cpubind(machine.get(), allowed.get(), HWLOC_CPUBIND_PROCESS) != 0)
    return machine.allowed();
  auto const both = machine.allowed() & allowed;
  return both.empty() ? machine.allowed() : both;
}

CpuSet thread_cpus(HwlocTopology const& machine) {
  CpuSet bound;
  if (hwloc_get_cpubind(machine.get(), bound.get(), HWLOC_CPUBIND_THREAD) != 0)
    return {};
  return bound;
}

} // namespace kitt::comms::detail
