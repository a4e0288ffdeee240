// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/cpu_share.hpp"

#include "comms/node/detail/cgroup.hpp"
#include "comms/node/detail/on_node.hpp"
#include "comms/node/detail/share_cpus.hpp"
#include "core/base/error.hpp"

#include <cstdlib>
#include <optional>

namespace kitt::comms {

namespace {

using detail::CpuSet;
using detail::HwlocTopology;

bool is_set(char const* name) {
  auto const* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

std::optional<HwlocTopology> this_machine() {
  try {
    return HwlocTopology::machine();
  } catch (InternalError const&) { // hwloc cannot read this machine, so nothing is shared
    return {};
  }
}

CpuShare share_of(HwlocTopology const& machine, std::vector<CpuSet> const& allowed, int number) {
  CpuShare result;
  result.threads =
      detail::threads_for_all(machine, allowed, detail::cgroup_cpu_quota(detail::SystemFiles{}));
  auto const rank = static_cast<std::size_t>(number);
  if (detail::openmp_binds()) {
    result.cpuset = allowed[rank].list();
    return result;
  }
  result.cpuset = detail::share_cpus(machine, allowed)[rank].list();
  result.warnings = detail::idle_warnings(machine, allowed);
  return result;
}

} // namespace

CpuShare share_of_node(Communicator const& world) {
  auto const machine = this_machine();
  auto const lists =
      detail::gather_on_node(world, machine ? detail::allowed_cpus(*machine).list() : "");
  CpuShare result;
  if (machine)
    result = share_of(*machine, std::vector<CpuSet>(lists.begin(), lists.end()), world.node_rank());
  result.threads = static_cast<int>(world.min(result.threads));
  if (auto const ignored = detail::other_machine_ignored(); !ignored.empty())
    result.warnings.push_back("a variable describes another machine to hwloc (" + ignored +
                              "): KITT uses the real machine; unset this variable");
  return result;
}

int default_threads(CpuShare const& share) {
  bool const users = is_set("OMP_NUM_THREADS") || is_set("KOKKOS_NUM_THREADS");
  return users || detail::openmp_binds() ? 0 : share.threads;
}

} // namespace kitt::comms
