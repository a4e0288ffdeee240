// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/binding.hpp"

#include "comms/detail/binding_plan.hpp"
#include "comms/detail/cgroup.hpp"
#include "comms/detail/each_thread.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
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

/// Where all threads together may run now: the user's own binding is respected.
CpuSet allowed_now(HwlocTopology const& machine, ThreadsFound const& found) {
  CpuSet reached;
  for (auto const& cpus : found.cpus)
    reached |= cpus;
  auto const both = machine.allowed() & reached;
  return both.empty() ? machine.allowed() : both;
}

/// Returns how many threads the system refused to bind.
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

bool is_set(char const* name) {
  auto const* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

} // namespace

std::string to_string(BindPolicy policy) {
  constexpr std::array names{"core", "numa", "none"};
  return names[static_cast<std::size_t>(policy)];
}

int default_threads() {
  if (is_set("OMP_NUM_THREADS") || is_set("KOKKOS_NUM_THREADS") || detail::openmp_binds())
    return 0;
  try {
    auto const machine = HwlocTopology::machine();
    auto cores = static_cast<int>(machine.cores(detail::allowed_cpus(machine)).size());
    if (auto const quota = detail::cgroup_cpu_quota(detail::SystemFiles{}))
      cores = std::min(cores, std::max(1, static_cast<int>(*quota)));
    return cores;
  } catch (std::exception const&) {
    return 0;
  }
}

namespace {

Binding bind_on(HwlocTopology const& machine, BindPolicy policy) {
  auto const before = find_threads(machine);
  int refused = 0;
  if (policy != BindPolicy::none && before.one_index_each)
    refused =
        bind_each(machine, detail::plan_binding(machine, allowed_now(machine, before),
                                                static_cast<int>(before.cpus.size()), policy));
  auto result = detail::judge_binding(machine, find_threads(machine).cpus, policy);
  if (!before.one_index_each)
    result.warnings.push_back("threads cannot be told apart in this Kokkos backend: not bound");
  if (refused > 0)
    result.warnings.push_back("the system refused to bind " + std::to_string(refused) +
                              " threads: they run where it puts them");
  return result;
}

} // namespace

Binding bind_threads(BindPolicy policy) {
  try {
    return bind_on(HwlocTopology::machine(), policy);
  } catch (InternalError const& error) { // hwloc cannot read this machine
    Binding result;
    result.policy = policy;
    result.thread_cpusets.assign(host_threads(), "unknown");
    result.warnings.push_back(error.what());
    return result;
  }
}

} // namespace kitt::comms
