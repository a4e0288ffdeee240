// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/node/systems.hpp"

#include "comms/node/system_files.hpp"
#include "comms/ranks/simulation.hpp"
#include "core/backend/backend_traits.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <unistd.h>
#include <utility>

namespace kitt::comms {

namespace {

SystemName own_system() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  auto const boot = detail::SystemFiles{}.lines("proc/sys/kernel/random/boot_id");
  return {host.data(), boot.empty() ? "" : boot.front()};
}

std::string key_of(SystemName const& system) {
  return system.boot.empty() ? "host " + system.host : system.boot;
}

/// Lists at most four names, and the number of further names.
std::string shown(std::set<std::string> const& names) {
  std::vector<std::string> first(names.begin(), names.end());
  auto const more = first.size() > 4 ? first.size() - 4 : 0;
  first.resize(first.size() - more);
  return fmt::format("{}{}", fmt::join(first, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

} // namespace

std::optional<std::string> warning_of_nodes(std::vector<NodePlace> const& places,
                                            std::vector<SystemName> const& systems) {
  std::set<int> nodes;
  std::set<std::string> booted;
  std::set<std::string> hosts;
  std::set<std::pair<int, std::string>> together;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    nodes.insert(places[rank].node);
    booted.insert(key_of(systems[rank]));
    hosts.insert(systems[rank].host);
    together.emplace(places[rank].node, key_of(systems[rank]));
  }
  if (together.size() == nodes.size() && together.size() == booted.size())
    return std::nullopt;
  return fmt::format("MPI counts {} node{} (ranks that share memory, MPI_Comm_split_type), but the "
                     "ranks run on {} system{} (boot identifiers; host names {}), and KITT counts "
                     "as MPI does, so figures per node are not figures of a machine: start all "
                     "ranks of a machine in one container, or correct the installation of MPI",
                     nodes.size(), nodes.size() == 1 ? "" : "s", booted.size(),
                     booted.size() == 1 ? "" : "s", shown(hosts));
}

std::optional<std::string> warning_of_nodes(Communicator const& world) {
  auto const own = own_system();
  auto const hosts = world.gather(own.host);
  auto const boots = world.gather(own.boot);
  if (is_simulated() || std::getenv("KITT_EMULATED_NODES_INSIDE") != nullptr)
    return std::nullopt;
  std::vector<SystemName> systems;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    systems.push_back({hosts[rank], boots[rank]});
  return warning_of_nodes(world.places(), systems);
}

std::optional<std::string> warning_of_gpus(std::vector<NodePlace> const& places,
                                           std::vector<std::string> const& gpus, int visible) {
  std::map<int, int> ranks_of;
  std::map<std::pair<int, std::string>, int> users_of;
  int most = 0;
  for (std::size_t rank = 0; rank < gpus.size(); ++rank) {
    ++ranks_of[places[rank].node];
    if (!gpus[rank].empty())
      most = std::max(most, ++users_of[{places[rank].node, gpus[rank]}]);
  }
  if (most > 1)
    return fmt::format("up to {} ranks share a GPU and wait for each other: start one rank per "
                       "GPU, and let the launcher give each rank its own GPU",
                       most);
  for (auto const& [node, ranks] : ranks_of)
    if (ranks < visible)
      return fmt::format("a node has {} GPUs, and some are idle (number of ranks: {}): start one "
                         "rank per GPU",
                         visible, ranks);
  return std::nullopt;
}

int ranks_on_gpu(std::vector<NodePlace> const& places, std::vector<std::string> const& gpus,
                 int rank) {
  auto const own = static_cast<std::size_t>(rank);
  int ranks = 0;
  for (std::size_t other = 0; other < gpus.size(); ++other)
    if (other == own ||
        (!gpus[own].empty() && gpus[other] == gpus[own] && places[other].node == places[own].node))
      ++ranks;
  return ranks;
}

std::optional<std::string> warning_of_gpus(Communicator const& world) {
  if (BackendTraits<ExecutionSpace>::on_host)
    return std::nullopt;
  auto const device = device_of(ExecutionSpace());
  return warning_of_gpus(world.places(), world.gather(device ? device->address : ""),
                         Kokkos::num_devices());
}

} // namespace kitt::comms
