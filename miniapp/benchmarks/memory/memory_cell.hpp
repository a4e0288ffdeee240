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
  int l = 0;          ///< L as requested; 0 if `asked_bytes` is the size
  /// Requested bytes of all fields of the kernel, on a node or a rank; 0 if `l` is the size.
  std::int64_t asked_bytes = 0;
  std::size_t bytes = 0; ///< moved per call by all ranks, without write-allocate traffic
  double gb_per_s = 0;   ///< 10^9 bytes per second, all ranks, from the median time
  double gb_per_s_per_node = 0;
  double gflops_per_s = 0;
  perf::Statistics seconds; ///< per call, of the slowest rank
  double verification_error = 0;
  double arithmetic_intensity = 0; ///< flops per byte moved
  std::string ceiling;             ///< "L2 bandwidth"; empty if not measured
  std::optional<double> roofline_fraction;
  double roofline_gflops_per_s = 0; ///< that the ceiling allows a node
  double roofline_gb_per_s = 0;     ///< bandwidth of a node for a working set of this size
  double working_set_bytes = 0;     ///< per node
  double launch_seconds = 0;        ///< of a call on tiny fields; 0 in older records
  perf::Precision precision = perf::Precision::single_precision;
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Returns the share of a call's time that starting the kernel takes, at most 1. None if it was not
/// measured.
std::optional<double> launch_share(MemoryCell const& cell);
/// Returns the rate of the call without that time. None if the start takes most of the time.
std::optional<double> gb_per_s_per_node_without_launch(MemoryCell const& cell);
constexpr auto fields_of(MemoryCell const*) {
  return kitt::fields(
      field("kernel", &MemoryCell::kernel, "name of the kernel")
          .not_empty()
          .column("Kernel", as::text(21)),
      field("l", &MemoryCell::l,
            "L as requested: local volume l^4 per node (or per rank, see conventions); 0: the size "
            "was given in bytes (parameters.bytes)")
          .column("L", as::text(3)),
      derived("ls", [](MemoryCell const&) { return 1; }, {"extent of the fifth dimension: 1"})
          .at_least(1),
      field("precision", &MemoryCell::precision, "precision of all fields"),
      derived("variant", [](MemoryCell const&) { return std::string(); }, {"always empty"}),
      field("parameters/bytes", &MemoryCell::asked_bytes,
            "requested bytes of all fields of the kernel together, on a node (or a rank, see "
            "conventions)")
          .at_least(1)
          .or_absent(),
      figure("bytes", &MemoryCell::bytes, "bytes",
             "bytes that all ranks move per call; write-allocate traffic is not counted")
          .at_least(1)
          .column("Bytes moved", as::text(11)),
      figure("gb_per_s", &MemoryCell::gb_per_s, "GB/s",
             "10^9 bytes per second, all ranks, from the median time")
          .above(0)
          .column("Median (GB/s)", as::fixed(3, 9)),
      figure("gb_per_s_per_node", &MemoryCell::gb_per_s_per_node, "GB/s/node",
             "10^9 bytes per second and node, from the median time")
          .above(0)
          .compared()
          .column("Per node (GB/s)", as::fixed(3, 9)),
      figure("gflops_per_s", &MemoryCell::gflops_per_s, "Gflop/s",
             "10^9 flop/s, all ranks; 0 for a kernel without flops")
          .column("Median (Gflop/s)", as::fixed(3, 9)),
      field("seconds", &MemoryCell::seconds, "wall time of one call, of the slowest rank"),
      figure("launch_seconds", &MemoryCell::launch_seconds, "s",
             "time of a call on fields of L = 2: little more than the start of the kernel")
          .or_absent(),
      figure("launch_share", launch_share, "",
             "share of the median time that the start of the kernel takes")
          .at_most(1)
          .or_absent()
          .column("Start (%)", as::percent()),
      figure("gb_per_s_per_node_without_launch", gb_per_s_per_node_without_launch, "GB/s/node",
             "gb_per_s_per_node without the time of the start; absent if the start takes more than "
             "80 % of the time")
          .or_absent()
          .column("Without (GB/s/node)", as::fixed(3, 9)),
      field("verification_error", &MemoryCell::verification_error,
            "relative difference from scalar arithmetic")
          .at_least(0),
      figure("arithmetic_intensity_flops_per_byte", &MemoryCell::arithmetic_intensity, "flops/byte",
             "flops per byte moved")
          .since_later(),
      perf::roofline_fraction_field<MemoryCell>(),
      perf::ceiling_field<MemoryCell>("measured ceiling that binds; null: not measured"),
      perf::roofline_gflops_figure<MemoryCell>().since_later(),
      perf::roofline_bandwidth_figure<MemoryCell>().since_later(),
      perf::working_set_figure<MemoryCell>().since_later(), inlined(&MemoryCell::roof),
      inlined(&MemoryCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(MemoryCell const& cell);

} // namespace kitt::miniapp
