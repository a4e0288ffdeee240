// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/numa.hpp"

#include "comms/node/detail/describe.hpp"
#include "comms/node/detail/hwloc_topology.hpp"
#include "core/base/error.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace kitt::comms {

namespace detail {

NumaMap find_numa_map(HwlocTopology const& hwloc) {
  NumaMap map;
  auto const packages = hwloc.objects(HWLOC_OBJ_PACKAGE);
  auto const socket_of = [&](hwloc_obj_t node) -> std::optional<int> {
    for (std::size_t i = 0; i < packages.size(); ++i)
      if (hwloc_bitmap_isset(packages[i]->nodeset, node->os_index) != 0 &&
          CpuSet(packages[i]->cpuset).includes(CpuSet(node->cpuset)))
        return static_cast<int>(i);
    return std::nullopt;
  };
  for (auto* const node : hwloc.objects(HWLOC_OBJ_NUMANODE))
    map.domains.push_back({.number = static_cast<int>(node->os_index),
                           .socket = socket_of(node),
                           .cpuset = CpuSet(node->cpuset).list()});
  map.distances = numa_distances(hwloc);
  return map;
}

} // namespace detail

NumaMap discover_numa_map() {
  return detail::find_numa_map(detail::HwlocTopology::machine());
}

std::optional<int> domain_index(NumaMap const& map, std::string const& cpuset) {
  detail::CpuSet const threads(cpuset);
  if (threads.empty())
    return std::nullopt;
  for (std::size_t i = 0; i < map.domains.size(); ++i)
    if (detail::CpuSet(map.domains[i].cpuset).includes(threads))
      return static_cast<int>(i);
  return std::nullopt;
}

namespace {

/// Indices of the domains of one socket that have hardware threads.
using Socket = std::vector<int>;

struct Place {
  int socket, in_socket;
};

/// Positions of the domains with hardware threads: socket, and number within the socket. Domains
/// that belong to no single socket form a socket of their own.
class Places {
public:
  explicit Places(NumaMap const& map) {
    std::vector<std::optional<int>> names;
    for (std::size_t i = 0; i < map.domains.size(); ++i) {
      auto const& domain = map.domains[i];
      auto known = std::find(names.begin(), names.end(), domain.socket);
      if (domain.cpuset.empty()) {
        places_.push_back({-1, -1});
        continue;
      }
      if (known == names.end()) {
        known = names.insert(known, domain.socket);
        sockets_.emplace_back();
      }
      auto& socket = sockets_[static_cast<std::size_t>(known - names.begin())];
      places_.push_back({static_cast<int>(known - names.begin()), static_cast<int>(socket.size())});
      socket.push_back(static_cast<int>(i));
    }
  }

  Place of(int domain) const { return places_[static_cast<std::size_t>(domain)]; }
  /// Returns the domain at a position; empty if the position has no domain.
  std::optional<int> at(Place place) const {
    if (place.socket < 0 || place.socket >= static_cast<int>(sockets_.size()))
      return std::nullopt;
    auto const& socket = sockets_[static_cast<std::size_t>(place.socket)];
    if (place.in_socket < 0 || place.in_socket >= static_cast<int>(socket.size()))
      return std::nullopt;
    return socket[static_cast<std::size_t>(place.in_socket)];
  }

private:
  std::vector<Place> places_;
  std::vector<Socket> sockets_;
};

std::optional<std::uint64_t> distance(NumaMap const& map, int from, int to) {
  auto const row = static_cast<std::size_t>(from);
  auto const column = static_cast<std::size_t>(to);
  if (row >= map.distances.size() || column >= map.distances[row].size())
    return std::nullopt;
  return map.distances[row][column];
}

/// Distances from a domain to the nearest and to the farthest domain of another domain's socket.
struct Span {
  std::uint64_t nearest, farthest;
};
std::optional<Span> distances_to_socket(NumaMap const& map, int from, int to) {
  std::optional<Span> span;
  for (std::size_t i = 0; i < map.domains.size(); ++i) {
    if (map.domains[i].socket != map.domains[static_cast<std::size_t>(to)].socket)
      continue;
    auto const far = distance(map, from, static_cast<int>(i));
    if (!far)
      return std::nullopt;
    span = span ? Span{std::min(span->nearest, *far), std::max(span->farthest, *far)}
                : Span{*far, *far};
  }
  return span;
}

/// Returns the domains with which the threads of `domain` exchange their data, ordered as on
/// HECToR: neighbour, counterpart, diagonal.
std::array<std::optional<int>, 3> partners(NumaMap const& map, Places const& places, int domain) {
  auto const [socket, place] = places.of(domain);
  auto const neighbour = places.at({socket, place ^ 1});
  auto counterpart = places.at({socket ^ 1, place});
  auto diagonal = places.at({socket ^ 1, place ^ 1});
  if (counterpart && diagonal &&
      numa_relation(map, domain, *counterpart) == NumaRelation::diagonal &&
      numa_relation(map, domain, *diagonal) == NumaRelation::other_socket)
    std::swap(counterpart, diagonal);
  return {neighbour, counterpart, diagonal};
}

/// Divides the last threads of a domain into equal parts, one for each partner domain.
std::array<std::vector<int>, 3> remote_threads(std::vector<int> const& threads,
                                               std::array<std::optional<int>, 3> const& with) {
  auto const kinds = std::count_if(with.begin(), with.end(), [](auto& one) { return !!one; });
  auto const count = static_cast<std::ptrdiff_t>(threads.size());
  // At least one of several threads keeps local data.
  auto const most = std::max<std::ptrdiff_t>(1, count - 1);
  auto const remote = kinds == 0 ? 0 : std::min(most, std::max(count / 2, kinds));
  std::array<std::vector<int>, 3> parts;
  std::ptrdiff_t kind = 0;
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (!with[i])
      continue;
    auto const first = count - remote;
    parts[i].assign(threads.begin() + first + remote * kind / kinds,
                    threads.begin() + first + remote * (kind + 1) / kinds);
    ++kind;
  }
  return parts;
}

} // namespace

NumaRelation numa_relation(NumaMap const& map, int from, int to) {
  if (from == to)
    return NumaRelation::local;
  auto const& a = map.domains[static_cast<std::size_t>(from)];
  auto const& b = map.domains[static_cast<std::size_t>(to)];
  if (a.socket && a.socket == b.socket)
    return NumaRelation::same_socket;
  if (auto const span = distances_to_socket(map, from, to); span && span->nearest < span->farthest)
    return *distance(map, from, to) > span->nearest ? NumaRelation::diagonal
                                                    : NumaRelation::other_socket;
  Places const places(map);
  auto const place = places.of(to).in_socket;
  return place < 0 || place == places.of(from).in_socket ? NumaRelation::other_socket
                                                         : NumaRelation::diagonal;
}

std::vector<int> half_remote_plan(NumaMap const& map, std::vector<int> const& domain_of_thread) {
  auto const domains = map.domains.size();
  std::vector<std::vector<int>> threads(domains);
  std::vector<int> plan;
  for (std::size_t thread = 0; thread < domain_of_thread.size(); ++thread) {
    threads[static_cast<std::size_t>(domain_of_thread[thread])].push_back(static_cast<int>(thread));
    plan.push_back(static_cast<int>(thread));
  }
  Places const places(map);
  std::vector<std::array<std::optional<int>, 3>> with;
  std::vector<std::array<std::vector<int>, 3>> remote;
  for (std::size_t domain = 0; domain < domains; ++domain) {
    with.push_back(partners(map, places, static_cast<int>(domain)));
    for (auto& partner : with.back())
      if (threads[domain].empty() ||
          (partner && threads[static_cast<std::size_t>(*partner)].empty()))
        partner.reset();
    remote.push_back(remote_threads(threads[domain], with.back()));
  }
  for (std::size_t domain = 0; domain < domains; ++domain)
    for (std::size_t kind = 0; kind < with[domain].size(); ++kind) {
      auto const partner = with[domain][kind];
      if (!partner || with[static_cast<std::size_t>(*partner)][kind] != static_cast<int>(domain))
        continue;
      auto const& own = remote[domain][kind];
      auto const& theirs = remote[static_cast<std::size_t>(*partner)][kind];
      for (std::size_t i = 0; i < std::min(own.size(), theirs.size()); ++i)
        plan[static_cast<std::size_t>(own[i])] = theirs[i];
    }
  return plan;
}

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
