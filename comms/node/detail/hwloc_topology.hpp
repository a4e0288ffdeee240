// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hwloc.h>

#include <memory>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// A set of hardware threads. The set has value semantics and owns its hwloc bitmap.
class CpuSet {
public:
  CpuSet();
  explicit CpuSet(hwloc_const_bitmap_t other);
  /// Makes a set from a list such as "0-3,8".
  explicit CpuSet(std::string const& list);
  CpuSet(CpuSet const& other);
  CpuSet(CpuSet&&) noexcept = default;
  CpuSet& operator=(CpuSet other) noexcept;
  ~CpuSet() = default;

  hwloc_bitmap_t get() const { return bitmap_.get(); }
  /// Returns the set as a list such as "0-3,8"; "" for an empty set.
  std::string list() const;
  int count() const;
  bool empty() const { return hwloc_bitmap_iszero(get()) != 0; }
  bool includes(CpuSet const& part) const {
    return hwloc_bitmap_isincluded(part.get(), get()) != 0;
  }
  bool intersects(hwloc_const_bitmap_t other) const {
    return hwloc_bitmap_intersects(get(), other) != 0;
  }
  CpuSet& operator|=(CpuSet const& other);
  friend CpuSet operator&(CpuSet const& a, CpuSet const& b);
  friend bool operator==(CpuSet const& a, CpuSet const& b);

private:
  struct Free {
    void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
  };
  std::unique_ptr<hwloc_bitmap_s, Free> bitmap_;
};

/// A loaded hwloc topology of this machine, or of a machine invented for tests.
class HwlocTopology {
public:
  /// Returns this machine, including parts that a cgroup forbids. Throws InternalError if hwloc
  /// fails.
  static HwlocTopology machine();
  /// Returns this machine including its network adapters, which takes longer.
  static HwlocTopology machine_with_devices();
  /// Returns an invented machine, in hwloc's notation: "package:2 numa:2 core:4 pu:2".
  static HwlocTopology synthetic(std::string const& description);

  hwloc_topology_t get() const { return topology_.get(); }
  std::vector<hwloc_obj_t> objects(hwloc_obj_type_t type) const;
  /// Returns the cores that have a hardware thread in `cpus`. Returns hardware threads if hwloc
  /// knows no cores.
  std::vector<hwloc_obj_t> cores(CpuSet const& cpus) const;
  /// Returns the NUMA domains that have a hardware thread in `cpus`. If memories of several kinds
  /// belong to the same cores, returns only the first.
  std::vector<hwloc_obj_t> domains(CpuSet const& cpus) const;
  /// Returns the data and unified caches, beginning with the fastest level.
  std::vector<hwloc_obj_t> caches() const;
  /// Returns the hardware threads that the topology allows, regardless of the process's own
  /// binding.
  CpuSet allowed() const;

private:
  static HwlocTopology load_machine(hwloc_type_filter_e devices);
  static HwlocTopology load(hwloc_type_filter_e devices);
  explicit HwlocTopology(hwloc_topology_t topology) : topology_(topology) {}
  struct Destroy {
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
  };
  std::unique_ptr<hwloc_topology, Destroy> topology_;
};

/// Returns the environment variables that described another machine to hwloc (HWLOC_XMLFILE,
/// HWLOC_SYNTHETIC, ...), as "NAME=value ...". Empty if no such variable was set.
/// HwlocTopology::machine() ignores such variables and reads the real machine, because threads can
/// only be bound there.
std::string other_machine_ignored();

/// Returns the hardware threads of the places to which OpenMP binds its threads. Empty if OpenMP
/// does not bind. OpenMP chose the places at the start of the process, among the hardware threads
/// that the process was then allowed. Since then OpenMP may have bound the first thread to one
/// place.
CpuSet openmp_places();
/// Returns whether OpenMP really binds threads, independent of environment variables.
bool openmp_binds();

/// Returns the hardware threads that this process may use. The system allows these threads, and
/// neither the binding of the process (taskset, mpirun) nor OpenMP's places exclude them.
CpuSet allowed_cpus(HwlocTopology const& machine);

/// Returns the hardware threads on which the calling thread may run. Empty if the system does not
/// report them.
CpuSet thread_cpus(HwlocTopology const& machine);

} // namespace kitt::comms::detail
