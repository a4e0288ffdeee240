// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kitt::comms {

/// The NUMA domains of a machine, those without hardware threads too, as hwloc finds them.
struct NumaMap {
  struct Domain {
    int number = 0;                 ///< the system's
    std::optional<int> socket = {}; ///< none: in no single one
    std::string cpuset;             ///< its hardware threads, "0-7,64-71"; may be empty
  };
  std::vector<Domain> domains;
  std::vector<std::vector<std::uint64_t>> distances; ///< relative, 10 = local; empty: unknown
};

/// This machine's. Throws InternalError if hwloc cannot read it.
NumaMap discover_numa_map();

/// The index of the domain in which all these hardware threads ("0-3,8") lie; of memories of
/// several kinds at the same cores the first. None if there is no such, or the list is "unknown".
std::optional<int> domain_index(NumaMap const& map, std::string const& cpuset);

/// Of a thread's domain and its data's.
enum class NumaRelation { local, same_socket, other_socket, diagonal };
constexpr auto names_of(NumaRelation) {
  return std::array{"local", "same socket", "other socket", "other socket, diagonal"};
}

/// The relation of two domains, by index. Domains of another socket are all `other_socket` or
/// `diagonal`: the latter are farther than the nearest of that socket by the system's distances, or
/// where these are all alike or unknown, stand at another place in their socket.
NumaRelation numa_relation(NumaMap const& map, int from, int to);

/// Whose data each of a node's threads works on where about half of them work on remote data, after
/// HECToR's test: in each domain the first threads on their own, the last ones in equal parts (one
/// each, of six) on the data of the thread at the same place in the neighbouring domain of their
/// socket, in the counterpart domain of the neighbouring socket, and in its diagonal domain.
/// Threads always swap; where there is nobody to swap with, a thread keeps its own.
/// `domain_of_thread`: indices of domains. Returns a thread for each thread.
std::vector<int> half_remote_plan(NumaMap const& map, std::vector<int> const& domain_of_thread);

} // namespace kitt::comms
