// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <string>

namespace kitt::perf {

struct CellKind;

/// One measured and verified exchange of faces with nothing behind it. All faces have the same
/// size.
struct HaloCell {
  static constexpr char const* benchmark = "halo";

  std::string directions; ///< exchanged at once, both ways: "xyzt", "t"
  std::string transport;  ///< "mpi" or "shm"
  int l = 0;              ///< a face holds l^3 x ls half spinors
  int ls = 1;
  Precision precision = Precision::double_precision;
  std::size_t face_bytes = 0;
  std::size_t bytes_per_node = 0; ///< sent by the ranks of a node in one exchange, their mean
  /// Sent by one rank in one exchange, the most of any.
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
  Statistics seconds; ///< per exchange, of the slowest rank
  EnergyUse energy = {};
};

/// Megabytes (10^6) per second and node.
struct HaloRate {
  double median = 0;
  double standard_error = 0; ///< of the mean
  double minimum = 0;
  double maximum = 0;
};
constexpr auto fields_of(HaloRate const*) {
  return kitt::fields(field("mb_per_s_per_node", &HaloRate::median),
                      field("standard_error_mb_per_s_per_node", &HaloRate::standard_error),
                      field("minimum_mb_per_s_per_node", &HaloRate::minimum),
                      field("maximum_mb_per_s_per_node", &HaloRate::maximum));
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
  return kitt::fields(derived("kernel", [](HaloCell const&) { return std::string(halo_kernel); }),
                      field("l", &HaloCell::l), field("ls", &HaloCell::ls),
                      field("precision", &HaloCell::precision),
                      derived("variant",
                              [](HaloCell const& c) {
                                return halo_variant({c.directions, c.transport});
                              }),
                      field("directions", &HaloCell::directions),
                      field("transport", &HaloCell::transport),
                      field("face_bytes", &HaloCell::face_bytes),
                      field("bytes_per_node", &HaloCell::bytes_per_node),
                      field("bytes_by_messages", &HaloCell::bytes_by_messages),
                      field("bytes_by_shared_memory", &HaloCell::bytes_by_shared_memory),
                      field("seconds", &HaloCell::seconds), derived("one_way", one_way),
                      derived("both_ways", both_ways), inlined(&HaloCell::energy));
}

/// What makes this cell another than the rest.
CellKey key_of(HaloCell const& cell);

extern CellKind const halo_cells;

} // namespace kitt::perf
