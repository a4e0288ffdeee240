// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <string>

namespace kitt::perf {

/// The memory bandwidth of a run: its fastest axpy at the largest L.
struct MemoryReading {
  double gb_per_s_per_node = 0;
  std::string kernel; ///< "axpy (KITT)"
  int l = 0;
  std::string ceiling; ///< what bounds it: "memory bandwidth", unless a cache held the fields
};
constexpr auto fields_of(MemoryReading const*) {
  return kitt::fields(field("gb_per_s_per_node", &MemoryReading::gb_per_s_per_node),
                      field("kernel", &MemoryReading::kernel), field("l", &MemoryReading::l),
                      field("ceiling", &MemoryReading::ceiling).or_null());
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
      field("one_way_mb_per_s_per_node", &ExchangeReading::one_way_mb_per_s_per_node),
      field("both_ways_mb_per_s_per_node", &ExchangeReading::both_ways_mb_per_s_per_node),
      field("between", &ExchangeReading::between),
      field("directions", &ExchangeReading::directions),
      field("transport", &ExchangeReading::transport),
      field("face_bytes", &ExchangeReading::face_bytes));
}

} // namespace kitt::perf
