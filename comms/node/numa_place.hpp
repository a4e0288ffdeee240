// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/topology.hpp"
#include "core/base/fields.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kitt::comms {

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
