// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/binding.hpp"

#include "comms/node/detail/binding_plan.hpp"
#include "comms/node/detail/describe.hpp"
#include "comms/node/detail/each_thread.hpp"
#include "comms/node/detail/share_cpus.hpp"
#include "comms/node/system_files.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <set>
#include <thread>

namespace kitt::comms {

namespace {

using detail::CpuSet;
using detail::HwlocTopology;

struct ThreadsFound {
  std::vector<CpuSet> cpus;
  bool one_index_each = true;
};

std::size_t host_threads() {
  return static_cast<std::size_t>(Kokkos::DefaultHostExecutionSpace().concurrency());
}

ThreadsFound find_threads(HwlocTopology const& machine) {
  ThreadsFound found{std::vector<CpuSet>(host_threads()), true};
  std::vector<std::thread::id> ids(found.cpus.size());
  detail::on_each_thread("kitt::comms::find_threads", [&](int thread) {
    auto const t = static_cast<std::size_t>(thread);
    found.cpus[t] = detail::thread_cpus(machine);
    ids[t] = std::this_thread::get_id();
  });
  found.one_index_each = std::set(ids.begin(), ids.end()).size() == ids.size();
  return found;
}

/// Returns the hardware threads of the share that this process's threads may use now. A binding by
/// the user is respected.
CpuSet allowed_now(HwlocTopology const& machine, CpuShare const& share, ThreadsFound const& found) {
  CpuSet reached;
  for (auto const& cpus : found.cpus)
    reached |= cpus;
  auto allowed = machine.allowed();
  for (auto const& wish : {reached, CpuSet(share.cpuset)})
    if (auto const both = allowed & wish; !both.empty())
      allowed = both;
  return allowed;
}

/// Binds each thread as planned. Returns the number of threads that the system refused to bind.
int bind_each(HwlocTopology const& machine, std::vector<CpuSet> const& plan) {
  std::vector<int> refused(plan.size(), 0);
  detail::on_each_thread("kitt::comms::bind_threads", [&](int thread) {
    auto const t = static_cast<std::size_t>(thread);
    if (t < plan.size())
      refused[t] =
          hwloc_set_cpubind(machine.get(), plan[t].get(), HWLOC_CPUBIND_THREAD) == 0 ? 0 : 1;
  });
  return static_cast<int>(std::count(refused.begin(), refused.end(), 1));
}

/// Returns the cores that the policy `network` uses first; empty for other policies.
CpuSet first_cpus(BindPolicy policy) {
  if (policy != BindPolicy::network)
    return {};
  auto const machine = HwlocTopology::machine_with_devices();
  return detail::next_to_network(machine,
                                 detail::describe(machine, machine.allowed()).network_devices);
}

Binding bind_on(HwlocTopology const& machine, BindPolicy policy, CpuShare const& share) {
  auto const before = find_threads(machine);
  int refused = 0;
  if (policy != BindPolicy::none && before.one_index_each)
    refused = bind_each(machine, detail::plan_binding(machine, allowed_now(machine, share, before),
                                                      static_cast<int>(before.cpus.size()), policy,
                                                      first_cpus(policy)));
  auto result = detail::judge_binding(machine, find_threads(machine).cpus, policy);
  if (!before.one_index_each)
    result.warnings.push_back("threads are not bound (they cannot be distinguished in this Kokkos "
                              "backend): bind the process from outside, for example with taskset");
  if (refused > 0)
    result.warnings.push_back("the system refused to bind " + std::to_string(refused) +
                              " threads (they run where the system places them): check the CPU "
                              "affinity and the cgroup of the job");
  return result;
}

} // namespace

int running_threads() {
  std::vector<std::thread::id> ids(host_threads());
  detail::on_each_thread("kitt::comms::running_threads", [&](int thread) {
    ids[static_cast<std::size_t>(thread)] = std::this_thread::get_id();
  });
  std::set<std::thread::id> different(ids.begin(), ids.end());
  // Indices that no thread worked on still have an empty id.
  different.erase(std::thread::id());
  return static_cast<int>(different.size());
}

Binding bind_threads(BindPolicy policy, CpuShare const& share) {
  Binding result;
  try {
    result = bind_on(HwlocTopology::machine(), policy, share);
  } catch (InternalError const& error) { // hwloc cannot read this machine, so nothing is bound
    result.policy = policy;
    result.thread_cpusets.assign(host_threads(), "unknown");
    result.warnings.push_back(error.what());
  }
  result.warnings.insert(result.warnings.end(), share.warnings.begin(), share.warnings.end());
  return result;
}

Binding bind_threads(BindPolicy policy, CpuShare const& share, Communicator const& world) {
  auto result = bind_threads(policy, share);
  auto const texts =
      detail::gather_on_node(world, fmt::format("{}", fmt::join(result.thread_cpusets, " ")));
  if (result.cores == 0) // no warnings if the topology is unknown
    return result;
  std::vector<std::vector<CpuSet>> ranks;
  for (auto const& text : texts) {
    auto const threads = detail::words(text);
    ranks.emplace_back(threads.begin(), threads.end());
  }
  for (auto const& warning : detail::node_warnings(HwlocTopology::machine(), ranks))
    result.warnings.push_back(warning);
  return result;
}

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
