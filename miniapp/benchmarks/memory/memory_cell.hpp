// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Measured and verified memory kernel.
struct MemoryCell {
  static constexpr char const* benchmark = "memory";

  std::string kernel; ///< "axpy (KITT)", "axpy (Kokkos Kernels)", "read", "copy", "triad"
  int l = 0;          ///< requested extent L; 0 if `asked_bytes` gives the size
  /// Requested bytes of all fields of the kernel, on a node or a rank; 0 if `l` gives the size.
  std::int64_t asked_bytes = 0;
  std::size_t bytes = 0; ///< bytes that all ranks move per call, without write-allocate traffic
  double gb_per_s = 0;   ///< 10^9 bytes per second of all ranks, from the median time
  double gb_per_s_per_node = 0;
  double gflops_per_s = 0;
  perf::Statistics seconds; ///< seconds per call of the slowest rank
  double verification_error = 0;
  double arithmetic_intensity = 0; ///< flops per byte moved
  std::string ceiling; ///< ceiling that limits the cell: "L2 bandwidth"; empty if not measured
  std::optional<double> roofline_fraction;
  double roofline_gflops_per_s = 0; ///< rate of a node that the ceiling allows
  double roofline_gb_per_s = 0;     ///< bandwidth of a node for a working set of this size
  double working_set_bytes = 0;     ///< bytes of a node that a call uses
  double launch_seconds = 0;        ///< seconds of a call on tiny fields
  perf::Precision precision = perf::Precision::single_precision;
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Returns the share of a call's time that the start of the kernel takes, at most 1.
double launch_share(MemoryCell const& cell);
/// Returns the rate of a call without the time for the start of the kernel. Returns nothing if the
/// start takes most of the time.
std::optional<double> gb_per_s_per_node_without_launch(MemoryCell const& cell);
constexpr auto fields_of(MemoryCell const*) {
  return kitt::fields(
      field("kernel", &MemoryCell::kernel, "name of the kernel")
          .not_empty()
          .column("Kernel", as::text(21)),
      field("l", &MemoryCell::l,
            "requested extent L: the local volume is L^4 sites per node (or per rank, see "
            "conventions); 0 if the size was given in bytes (parameters.bytes)")
          .column("L", as::text(3)),
      derived("ls", [](MemoryCell const&) { return 1; }, {"extent of the fifth dimension: 1"})
          .at_least(1),
      field("precision", &MemoryCell::precision, "precision of all fields"),
      derived("variant", [](MemoryCell const&) { return std::string(); },
              {"always empty, because the kernel has no variants"}),
      field("parameters/bytes", &MemoryCell::asked_bytes,
            "requested bytes of all fields of the kernel together, on a node (or on a rank, see "
            "conventions)")
          .at_least(1)
          .or_absent(),
      figure("bytes", &MemoryCell::bytes, "bytes",
             "bytes that all ranks move per call; write-allocate traffic is not counted")
          .at_least(1)
          .column("Bytes moved", as::text(11)),
      figure("gb_per_s", &MemoryCell::gb_per_s, "GB/s",
             "10^9 bytes per second of all ranks together, from the median time")
          .above(0)
          .column("Median (GB/s)", as::fixed(3, 9)),
      figure("gb_per_s_per_node", &MemoryCell::gb_per_s_per_node, "GB/s/node",
             "10^9 bytes per second and node, from the median time")
          .above(0)
          .compared()
          .column("Per node (GB/s)", as::fixed(3, 9)),
      figure("gflops_per_s", &MemoryCell::gflops_per_s, "Gflop/s",
             "rate of all ranks together in 10^9 flop/s; 0 for a kernel without flops")
          .column("Median (Gflop/s)", as::fixed(3, 9)),
      field("seconds", &MemoryCell::seconds, "wall time of one call on the slowest rank"),
      figure("launch_seconds", &MemoryCell::launch_seconds, "s",
             "time of a call on fields of L = 2, which is little more than the time to start the "
             "kernel"),
      figure("launch_share", launch_share, "",
             "share of the median time that the start of the kernel takes")
          .at_most(1)
          .column("Start (%)", as::percent()),
      figure("gb_per_s_per_node_without_launch", gb_per_s_per_node_without_launch, "GB/s/node",
             "gb_per_s_per_node without the time to start the kernel; absent if the start takes "
             "more than 80 % of the time")
          .or_absent()
          .column("Without (GB/s/node)", as::fixed(3, 9)),
      field("verification_error", &MemoryCell::verification_error,
            "relative difference between the result and scalar arithmetic")
          .at_least(0),
      figure("arithmetic_intensity_flops_per_byte", &MemoryCell::arithmetic_intensity, "flops/byte",
             "floating-point operations per moved byte"),
      perf::roofline_fraction_field<MemoryCell>(),
      perf::ceiling_field<MemoryCell>(
          "name of the measured ceiling that limits the cell; null if no ceiling was measured"),
      perf::roofline_gflops_figure<MemoryCell>(), perf::roofline_bandwidth_figure<MemoryCell>(),
      perf::working_set_figure<MemoryCell>(), inlined(&MemoryCell::roof),
      inlined(&MemoryCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(MemoryCell const& cell);

} // namespace kitt::miniapp
