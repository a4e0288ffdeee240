// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <string>

namespace kitt::miniapp {

/// One measured and verified exchange of faces with nothing behind it. All faces have the same
/// size.
struct HaloCell {
  static constexpr char const* benchmark = "halo";

  std::string directions; ///< exchanged at once, both ways: "xyzt", "t"
  std::string transport;  ///< "mpi" or "shm"
  int l = 0;              ///< a face holds l^3 x ls half spinors
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision;
  std::size_t face_bytes = 0;
  std::size_t bytes_per_node = 0; ///< sent by the ranks of a node in one exchange, their mean
  /// Sent by one rank in one exchange, the most of any.
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
  perf::Statistics seconds; ///< per exchange, of the slowest rank
  perf::EnergyUse energy = {};
};

/// Megabytes (10^6) per second and node.
struct HaloRate {
  double median = 0;
  double standard_error = 0; ///< of the mean
  double minimum = 0;
  double maximum = 0;
};
constexpr auto fields_of(HaloRate const*) {
  return kitt::fields(
      figure("mb_per_s_per_node", &HaloRate::median, "MB/s/node", "from the median time").above(0),
      figure("standard_error_mb_per_s_per_node", &HaloRate::standard_error, "MB/s/node",
             "of the mean"),
      figure("minimum_mb_per_s_per_node", &HaloRate::minimum, "MB/s/node", "from the longest time")
          .above(0),
      figure("maximum_mb_per_s_per_node", &HaloRate::maximum, "MB/s/node", "from the shortest time")
          .above(0));
}
/// What is sent; sent and received together, twice that.
HaloRate one_way(HaloCell const& cell);
HaloRate both_ways(HaloCell const& cell);

inline constexpr char const* halo_kernel = "halo"; ///< What its cells have for a kernel.
/// How a cell's key names what was exchanged how, "xyzt/shm", and what such a name says: a cell
/// without figures has nothing else that does.
struct HaloWay {
  std::string directions;
  std::string transport; ///< empty: the name has none
};
std::string halo_variant(HaloWay const& way);
HaloWay halo_way(std::string const& variant);

constexpr auto fields_of(HaloCell const*) {
  return kitt::fields(
      derived("kernel", [](HaloCell const&) { return std::string(halo_kernel); }, {"kernel"}),
      field("l", &HaloCell::l, "a face holds l^3 x ls half spinors").at_least(1),
      field("ls", &HaloCell::ls, "extent of the fifth dimension; 1 for Wilson and memory kernels")
          .at_least(1),
      field("precision", &HaloCell::precision, "Precision of all fields"),
      derived("variant",
              [](HaloCell const& c) {
                return halo_variant({c.directions, c.transport});
              },
              {"directions/transport"})
          .not_empty(),
      field("directions", &HaloCell::directions, "exchanged at once, both ways").not_empty(),
      field("transport", &HaloCell::transport,
            "messages, or shared memory inside a node and messages between nodes")
          .like("^(mpi|shm)$"),
      figure("face_bytes", &HaloCell::face_bytes, "bytes",
             "of one face: l^3 x ls x 96, half of it in single precision")
          .at_least(1),
      figure("bytes_per_node", &HaloCell::bytes_per_node, "bytes/node",
             "sent by the ranks of a node in one exchange, their mean")
          .at_least(1),
      figure("bytes_by_messages", &HaloCell::bytes_by_messages, "bytes",
             "sent by one rank in one exchange, the most of any"),
      figure("bytes_by_shared_memory", &HaloCell::bytes_by_shared_memory, "bytes",
             "sent by one rank in one exchange, the most of any"),
      field("seconds", &HaloCell::seconds, "Wall time of one call in seconds, of the slowest rank"),
      derived("one_way", one_way,
              {"10^6 bytes per second and node: sent, or sent and received together"}),
      derived("both_ways", both_ways,
              {"10^6 bytes per second and node: sent, or sent and received together"}),
      inlined(&HaloCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(HaloCell const& cell);

} // namespace kitt::miniapp
