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

/// Measured and verified halo exchange without computation. All faces have the same size.
struct HaloCell {
  static constexpr char const* benchmark = "halo";

  std::string directions; ///< directions exchanged at once, both ways: "xyzt", "t"
  std::string transport;  ///< transport inside a node: "mpi", "shm" or "direct"
  int depth = 0;          ///< layers of sites in a face; 0 in older records, where it is 1
  int l = 0;              ///< extent L: a layer has L^3 x Ls sites
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision;
  std::size_t face_bytes = 0;
  /// Bytes that a node's ranks send in one exchange, mean over nodes.
  std::size_t bytes_per_node = 0;
  /// Bytes that one rank sends in one exchange, maximum over ranks.
  std::size_t bytes_by_messages = 0;
  /// Bytes that one rank sends in one exchange, maximum over ranks.
  std::size_t bytes_by_shared_memory = 0;
  perf::Statistics seconds; ///< seconds per exchange of the slowest rank
  perf::EnergyUse energy = {};
};

/// Rate of an exchange in 10^6 bytes per second and node.
struct HaloRate {
  double median = 0;
  double standard_error = 0; ///< standard error of the mean
  double minimum = 0;
  double maximum = 0;
};
constexpr auto fields_of(HaloRate const*) {
  return kitt::fields(figure("mb_per_s_per_node", &HaloRate::median, "MB/s/node",
                             "rate of the exchange from its median time")
                          .above(0)
                          .compared()
                          .column("(MB/s/node)", as::fixed(1)),
                      figure("standard_error_mb_per_s_per_node", &HaloRate::standard_error,
                             "MB/s/node", "standard error of the mean rate of the exchange"),
                      figure("minimum_mb_per_s_per_node", &HaloRate::minimum, "MB/s/node",
                             "smallest rate of the exchange, from its longest time")
                          .above(0)
                          .column("min.", as::fixed(1, 9)),
                      figure("maximum_mb_per_s_per_node", &HaloRate::maximum, "MB/s/node",
                             "largest rate of the exchange, from its shortest time")
                          .above(0)
                          .column("max.", as::fixed(1, 9)));
}
/// Returns the rate of sent bytes.
HaloRate one_way(HaloCell const& cell);
/// Returns the rate of sent and received bytes together: twice the rate of sent bytes.
HaloRate both_ways(HaloCell const& cell);

/// Returns the kernel of a cell, which tells the depth of its faces: "halo", "halo depth 3".
std::string halo_kernel(HaloCell const& cell);
/// Directions and transport of an exchange. The key of a cell contains them as text, such as
/// "xyzt/shm", because a cell without figures has only its key.
struct HaloWay {
  std::string directions;
  std::string transport; ///< empty if the name does not state the transport
};
std::string halo_variant(HaloWay const& way);
HaloWay halo_way(std::string const& variant);

constexpr auto fields_of(HaloCell const*) {
  return kitt::fields(
      derived("kernel", halo_kernel, {"name of the kernel, which tells the depth of faces"}),
      field("directions", &HaloCell::directions,
            "directions along which faces are exchanged at once, both ways")
          .not_empty()
          .column("Faces", as::text()),
      field("transport", &HaloCell::transport,
            "transport of faces; mpi: messages; shm: shared memory inside a node, messages between "
            "nodes; direct: messages from the memory of a GPU")
          .like("^(mpi|shm|direct)$")
          .column("By", as::text(3)),
      field("depth", &HaloCell::depth,
            "layers of sites in a face; 1: half spinors; 3: colour vectors for hops over three "
            "sites; absent in older records, where it is 1")
          .at_least(1)
          .or_absent()
          .column("Depth", as::text(5)),
      field("l", &HaloCell::l,
            "extent L of the local lattice: a layer of a face has L^3 x Ls sites")
          .at_least(1)
          .column("L", as::text(3)),
      field("ls", &HaloCell::ls, "extent of the fifth dimension; 1 for Wilson fermions")
          .at_least(1)
          .column("Ls", as::text(3)),
      field("precision", &HaloCell::precision, "precision of all fields")
          .column("Prec.", as::text(6)),
      derived("variant",
              [](HaloCell const& c) {
                return halo_variant({c.directions, c.transport});
              },
              {"directions and transport of the exchange, such as xyzt/shm"})
          .not_empty(),
      figure(
          "face_bytes", &HaloCell::face_bytes, "bytes",
          "bytes of one face in double precision: L^3 x Ls x 96, or with depth 3: L^3 x Ls x 144; "
          "half as many in single precision")
          .at_least(1)
          .column("Bytes per face", as::text(10)),
      figure("bytes_per_node", &HaloCell::bytes_per_node, "bytes/node",
             "bytes that all ranks of a node together send in one exchange, mean over nodes")
          .at_least(1),
      figure("bytes_by_messages", &HaloCell::bytes_by_messages, "bytes",
             "bytes that one rank sends through MPI in one exchange, maximum over ranks"),
      figure("bytes_by_shared_memory", &HaloCell::bytes_by_shared_memory, "bytes",
             "bytes that one rank writes to shared memory in one exchange, maximum over ranks"),
      derived("one_way", one_way, {"rate of sent bytes, in 10^6 bytes per second and node"})
          .compared()
          .column("One way"),
      derived("both_ways", both_ways,
              {"rate of sent and received bytes together, in 10^6 bytes per second and node"})
          .column("Both ways"),
      field("seconds", &HaloCell::seconds, "wall time of one call on the slowest rank"),
      inlined(&HaloCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(HaloCell const& cell);

} // namespace kitt::miniapp
