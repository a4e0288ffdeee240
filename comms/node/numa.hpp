// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/topology.hpp"
#include "core/base/fields.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// The NUMA domains of a machine as hwloc finds them, including domains without hardware threads.
struct NumaMap {
  struct Domain {
    int number = 0; ///< number in the operating system
    /// socket of the domain; empty if the domain belongs to no single socket
    std::optional<int> socket = {};
    std::string cpuset; ///< hardware threads of the domain, "0-7,64-71"; may be empty
  };
  std::vector<Domain> domains;
  /// relative distances, 10 = local; empty if unknown
  std::vector<std::vector<std::uint64_t>> distances;
};

/// Returns the NUMA domains of this machine. Throws InternalError if hwloc cannot read the machine.
NumaMap discover_numa_map();

/// Returns the index of the domain that contains all hardware threads of the list ("0-3,8"). If
/// memories of several kinds belong to the same cores, returns the first. Empty if no domain
/// contains all, or if the list is "unknown".
std::optional<int> domain_index(NumaMap const& map, std::string const& cpuset);

/// Relation between the NUMA domain of a thread and the NUMA domain of its data.
enum class NumaRelation { local, same_socket, other_socket, diagonal };
constexpr auto names_of(NumaRelation) {
  return std::array{"local", "same socket", "other socket", "other socket, diagonal"};
}

/// Returns the relation of two domains, given by index. Domains of different sockets are
/// `other_socket` or `diagonal`. Domain `to` is `diagonal` if another domain in the socket of `to`
/// is nearer to `from`, by the system's distances. If the system's distances are equal or unknown,
/// `to` is `diagonal` if the two domains have different positions within their sockets.
NumaRelation numa_relation(NumaMap const& map, int from, int to);

/// Returns, for each thread, the thread whose data it works on, such that about half of the threads
/// work on remote data. The plan follows a test of HECToR. In each domain, the first threads work
/// on their own data. The last threads form three equal parts (of six threads, one each). The first
/// part works on data of the neighbouring domain in the socket. The second part works on data of
/// the counterpart domain in the neighbouring socket, the third part on data of the diagonal
/// domain. Two threads always swap their data. A thread without a partner keeps its own data.
/// `domain_of_thread`: index of the domain of each thread.
std::vector<int> half_remote_plan(NumaMap const& map, std::vector<int> const& domain_of_thread);

/// The NUMA domain that a rank runs in, and its distance to the network.
struct NumaPlace {
  int domain = 0;                  ///< number in the operating system
  bool has_network_device = false; ///< whether a network device is attached to this domain
  /// Distance to the nearest domain with a network device, in the system's units (10: same domain).
  /// 0 if no domain with a network device is known.
  std::uint64_t network_distance = 0;
};
constexpr auto fields_of(NumaPlace const*) {
  return kitt::fields(field("domain", &NumaPlace::domain),
                      field("has_network_device", &NumaPlace::has_network_device),
                      field("network_distance", &NumaPlace::network_distance));
}

/// Returns the place of a rank whose threads may run on the given hardware threads of `machine`
/// (lists such as "0-3,8"). If the machine has devices of a fabric (OpenFabrics), only these count
/// as network devices; otherwise all network devices count. If memories of several kinds belong to
/// the same cores, the first counts. Throws UserError if the threads may run in several domains, or
/// if their domain is unknown.
NumaPlace numa_place(Topology const& machine, std::vector<std::string> const& thread_cpusets);

} // namespace kitt::comms
