// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/numa_place.hpp"

#include "comms/node/detail/hwloc_topology.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace kitt::comms {

namespace {

using detail::CpuSet;

/// usual distance of a domain to itself in the system's tables
constexpr std::uint64_t distance_here = 10;
constexpr std::uint64_t distance_elsewhere = 20;

/// Returns the numbers of the domains that contain any of the given hardware threads.
std::vector<int> domains_of(Topology const& machine, std::vector<std::string> const& cpusets) {
  CpuSet threads;
  for (auto const& cpuset : cpusets)
    threads |= CpuSet(cpuset);
  std::vector<int> domains;
  std::set<std::string> seen;
  for (auto const& domain : machine.numa_domains)
    if (CpuSet(domain.cpuset).intersects(threads.get()) && seen.insert(domain.cpuset).second)
      domains.push_back(domain.os_index);
  return domains;
}

/// Returns the numbers of the domains with a network device.
std::set<int> network_domains(Topology const& machine) {
  auto const is_fabric = [](NetworkDevice const& device) { return device.kind == "OpenFabrics"; };
  auto const& devices = machine.network_devices;
  bool const fabric = std::any_of(devices.begin(), devices.end(), is_fabric);
  std::set<int> domains;
  for (auto const& device : devices)
    if (device.numa_domain && is_fabric(device) == fabric)
      domains.insert(*device.numa_domain);
  return domains;
}

/// Returns the distance of two domains that the system reports, or a guess if it reports none.
std::uint64_t distance(Topology const& machine, int from, int to) {
  auto const index = [&](int number) {
    auto const& domains = machine.numa_domains;
    return static_cast<std::size_t>(
        std::find_if(domains.begin(), domains.end(),
                     [&](NumaDomain const& domain) { return domain.os_index == number; }) -
        domains.begin());
  };
  auto const& known = machine.numa_distances;
  if (index(from) < known.size() && index(to) < known.size())
    return known[index(from)][index(to)];
  return from == to ? distance_here : distance_elsewhere;
}

int domain_of(Topology const& machine, std::vector<std::string> const& cpusets) {
  if (machine.numa_domains.size() <= 1)
    return machine.numa_domains.empty() ? 0 : machine.numa_domains.front().os_index;
  auto const found = domains_of(machine, cpusets);
  KITT_VALIDATE(!found.empty(),
                "the NUMA domain of a rank is unknown (the system does not report where its "
                "threads run): divide the ranks of a node into N equal parts with --domains N");
  KITT_VALIDATE(found.size() == 1,
                fmt::format("a rank runs in {} NUMA domains (each rank must stay in one domain): "
                            "start one rank per NUMA domain, or a multiple, or use --threads 1",
                            found.size()));
  return found.front();
}

} // namespace

NumaPlace numa_place(Topology const& machine, std::vector<std::string> const& thread_cpusets) {
  NumaPlace place{.domain = domain_of(machine, thread_cpusets)};
  for (auto const network : network_domains(machine)) {
    auto const far = distance(machine, place.domain, network);
    bool const nearer = place.network_distance == 0 || far < place.network_distance;
    place.network_distance = nearer ? far : place.network_distance;
    place.has_network_device = place.has_network_device || network == place.domain;
  }
  return place;
}

} // namespace kitt::comms
