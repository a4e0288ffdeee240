// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <string>

namespace kitt::miniapp {

/// Memory bandwidth of a run, measured by its fastest axpy at the largest L.
struct MemoryReading {
  double gb_per_s_per_node = 0;
  std::string kernel; ///< "axpy (KITT)"
  int l = 0;
  /// Memory level that limits the bandwidth: "memory bandwidth", unless the fields fit a cache.
  std::string ceiling;
};
constexpr auto fields_of(MemoryReading const*) {
  return kitt::fields(figure("gb_per_s_per_node", &MemoryReading::gb_per_s_per_node, "GB/s/node",
                             "median, 10^9 bytes/s of a node")
                          .above(0),
                      field("kernel", &MemoryReading::kernel, "variant of axpy"),
                      field("l", &MemoryReading::l, "L of its fields").at_least(1),
                      field("ceiling", &MemoryReading::ceiling,
                            "memory level that limits the bandwidth: memory bandwidth, unless the "
                            "fields fit a cache; null if unknown")
                          .or_null());
}

/// Bandwidth of a run for large messages, measured by its fastest exchange of the largest faces.
/// Faces go in as many directions at the same time as possible.
struct ExchangeReading {
  double one_way_mb_per_s_per_node = 0; ///< sent
  double both_ways_mb_per_s_per_node = 0;
  std::string directions;
  std::string transport;
  std::size_t face_bytes = 0;
  /// Partners of the exchange: "nodes", "ranks of a node", "a rank and itself".
  std::string between;
};
constexpr auto fields_of(ExchangeReading const*) {
  return kitt::fields(
      figure("one_way_mb_per_s_per_node", &ExchangeReading::one_way_mb_per_s_per_node, "MB/s/node",
             "median, 10^6 bytes/s that a node sends")
          .above(0),
      figure("both_ways_mb_per_s_per_node", &ExchangeReading::both_ways_mb_per_s_per_node,
             "MB/s/node", "median, sent and received")
          .above(0),
      field("between", &ExchangeReading::between, "partners of the exchange")
          .like("^(nodes|ranks of a node|a rank and itself)$"),
      field("directions", &ExchangeReading::directions, "directions exchanged at the same time"),
      field("transport", &ExchangeReading::transport, "transport: mpi, shm or direct"),
      figure("face_bytes", &ExchangeReading::face_bytes, "bytes", "size of one face").at_least(1));
}

} // namespace kitt::miniapp
