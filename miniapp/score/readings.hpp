// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <string>

namespace kitt::miniapp {

/// The memory bandwidth of a run: its fastest axpy at the largest L.
struct MemoryReading {
  double gb_per_s_per_node = 0;
  std::string kernel; ///< "axpy (KITT)"
  int l = 0;
  std::string ceiling; ///< what bounds it: "memory bandwidth", unless a cache held the fields
};
constexpr auto fields_of(MemoryReading const*) {
  return kitt::fields(
      figure("gb_per_s_per_node", &MemoryReading::gb_per_s_per_node, "GB/s/node",
             "10^9 bytes/s of a node, median")
          .above(0),
      field("kernel", &MemoryReading::kernel, "which axpy"),
      field("l", &MemoryReading::l, "of its fields").at_least(1),
      field("ceiling", &MemoryReading::ceiling,
            "what bounds it: memory bandwidth, unless a cache held the fields; null: unknown")
          .or_null());
}

/// The bandwidth of a run for large messages: its fastest exchange of the largest faces, of as many
/// directions at once as there are.
struct ExchangeReading {
  double one_way_mb_per_s_per_node = 0; ///< sent
  double both_ways_mb_per_s_per_node = 0;
  std::string directions;
  std::string transport;
  std::size_t face_bytes = 0;
  std::string between; ///< "nodes", "ranks of a node", "a rank and itself"
};
constexpr auto fields_of(ExchangeReading const*) {
  return kitt::fields(
      figure("one_way_mb_per_s_per_node", &ExchangeReading::one_way_mb_per_s_per_node, "MB/s/node",
             "10^6 bytes/s that a node sends, median")
          .above(0),
      figure("both_ways_mb_per_s_per_node", &ExchangeReading::both_ways_mb_per_s_per_node,
             "MB/s/node", "sent and received")
          .above(0),
      field("between", &ExchangeReading::between, "who exchanges")
          .like("^(nodes|ranks of a node|a rank and itself)$"),
      field("directions", &ExchangeReading::directions, "exchanged at once"),
      field("transport", &ExchangeReading::transport, "mpi or shm"),
      figure("face_bytes", &ExchangeReading::face_bytes, "bytes", "of one face").at_least(1));
}

} // namespace kitt::miniapp
