// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/node/topology.hpp"
#include "core/base/fields.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kitt::comms {

/// The NUMA domain that a rank runs in, and how far the network is from there.
struct NumaPlace {
  int domain = 0;                  ///< the system's number
  bool has_network_device = false; ///< one is attached to this domain
  /// From the nearest domain with a network device, in the system's units (10: the same domain);
  /// 0 where no such domain is known.
  std::uint64_t network_distance = 0;
};
constexpr auto fields_of(NumaPlace const*) {
  return kitt::fields(field("domain", &NumaPlace::domain),
                      field("has_network_device", &NumaPlace::has_network_device),
                      field("network_distance", &NumaPlace::network_distance));
}

/// The place of a rank whose threads may run on these hardware threads (lists: "0-3,8") of
/// `machine`. Network devices are the fabric's (OpenFabrics) if there are any, else all. Of
/// memories of several kinds at the same cores the first counts. Throws UserError if the threads
/// may run in several domains, or nobody knows where.
NumaPlace numa_place(Topology const& machine, std::vector<std::string> const& thread_cpusets);

} // namespace kitt::comms
