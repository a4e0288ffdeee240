// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hwloc.h>

#include <memory>
#include <string>
#include <vector>

namespace kitt::comms::detail {

/// A set of hardware threads; a value that owns its hwloc bitmap.
class CpuSet {
public:
  CpuSet();
  explicit CpuSet(hwloc_const_bitmap_t other);
  /// Makes a set from a list, "0-3,8".
  explicit CpuSet(std::string const& list);
  CpuSet(CpuSet const& other);
  CpuSet(CpuSet&&) noexcept = default;
  CpuSet& operator=(CpuSet other) noexcept;
  ~CpuSet() = default;

  hwloc_bitmap_t get() const { return bitmap_.get(); }
  /// The set as a list, "0-3,8"; "" for an empty one.
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

/// A loaded hwloc topology: this machine, or one made up for tests.
class HwlocTopology {
public:
  /// This machine, parts that a cgroup forbids included. Throws InternalError if hwloc fails.
  static HwlocTopology machine();
  /// The same with its network adapters, which take longer to find.
  static HwlocTopology machine_with_devices();
  /// hwloc's notation for made-up machines: "package:2 numa:2 core:4 pu:2".
  static HwlocTopology synthetic(std::string const& description);

  hwloc_topology_t get() const { return topology_.get(); }
  std::vector<hwloc_obj_t> objects(hwloc_obj_type_t type) const;
  /// Cores that have a hardware thread in `cpus`; hardware threads where hwloc knows no cores.
  std::vector<hwloc_obj_t> cores(CpuSet const& cpus) const;
  /// NUMA domains that have a hardware thread in `cpus`; of memories of several kinds at the same
  /// cores the first.
  std::vector<hwloc_obj_t> domains(CpuSet const& cpus) const;
  /// Data and unified caches, the fastest level first, those of one level in order.
  std::vector<hwloc_obj_t> caches() const;
  /// The hardware threads that the topology allows, without regard to the process's own binding.
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

/// Returns the variables that described another machine to hwloc (HWLOC_XMLFILE, HWLOC_SYNTHETIC,
/// ...), as "NAME=value ...". Empty if there were none. HwlocTopology::machine() ignores them and
/// reads this machine: threads cannot be bound by the description of another machine.
std::string other_machine_ignored();

/// Returns the hardware threads of the places to which OpenMP binds its threads. Empty if it binds
/// none. OpenMP chose them among the hardware threads that the process was allowed at its start.
/// Since then it may have bound the first thread to one of them.
CpuSet openmp_places();
/// Returns whether OpenMP binds threads, whatever the environment says.
bool openmp_binds();

/// The hardware threads that this process may use: allowed by the system and not excluded by its
/// own binding (taskset, mpirun) or by OpenMP's places.
CpuSet allowed_cpus(HwlocTopology const& machine);

/// The hardware threads on which the calling thread may run; empty if the system does not say.
CpuSet thread_cpus(HwlocTopology const& machine);

} // namespace kitt::comms::detail
