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

/// One measured and verified memory kernel.
struct MemoryCell {
  static constexpr char const* benchmark = "memory";

  std::string kernel; ///< "axpy (KITT)", "axpy (Kokkos Kernels)", "read", "copy", "triad"
  int l = 0;          ///< 0: `asked_bytes` says how large fields are
  std::int64_t asked_bytes =
      0;                 ///< of all fields of the kernel, on a node or a rank; 0: `l` says it
  std::size_t bytes = 0; ///< moved per call, all ranks; write-allocate traffic not counted
  double gb_per_s = 0;   ///< from the median, base 10, all ranks
  double gb_per_s_per_node = 0;
  double gflops_per_s = 0;
  perf::Statistics seconds; ///< per call, of the slowest rank
  double verification_error = 0;
  double arithmetic_intensity = 0; ///< flops per byte moved
  std::string ceiling;             ///< "L2 bandwidth"; empty: not measured
  std::optional<double> roofline_fraction;
  double roofline_gflops_per_s = 0; ///< of a node: what that ceiling allows
  double roofline_gb_per_s = 0;     ///< of a node: what memory feeds such a working set
  double working_set_bytes = 0;     ///< of a node
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
      field("kernel", &MemoryCell::kernel, "kernel").not_empty(),
      field("l", &MemoryCell::l,
            "L as given by the user: local volume l^4 per node (or per rank, see conventions); 0: "
            "the user gave a size in bytes (parameters.bytes)"),
      derived("ls", [](MemoryCell const&) { return 1; },
              {"extent of the fifth dimension; 1 for Wilson and memory kernels"})
          .at_least(1),
      field("precision", &MemoryCell::precision, "Precision of all fields"),
      derived("variant", [](MemoryCell const&) { return std::string(); },
              {"how the kernel was run (`kitt list`); empty for memory kernels, or where all "
               "variants are meant"}),
      field("parameters/bytes", &MemoryCell::asked_bytes,
            "asked: of all fields of the kernel together, on a node (or a rank, see conventions)")
          .at_least(1)
          .or_absent(),
      figure("bytes", &MemoryCell::bytes, "bytes",
             "moved per call by all ranks; write-allocate traffic is not counted")
          .at_least(1),
      figure("gb_per_s", &MemoryCell::gb_per_s, "GB/s",
             "10^9 bytes per second, all ranks, from the median time")
          .above(0),
      figure("gb_per_s_per_node", &MemoryCell::gb_per_s_per_node, "GB/s/node", "the same per node")
          .above(0),
      figure("gflops_per_s", &MemoryCell::gflops_per_s, "Gflop/s", "10^9 flop/s, all ranks"),
      figure("launch_seconds", &MemoryCell::launch_seconds, "s",
             "a call of the kernel on fields of L = 2, which is little more than its start")
          .or_absent(),
      field("verification_error", &MemoryCell::verification_error,
            "relative difference from scalar arithmetic")
          .at_least(0),
      field("seconds", &MemoryCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      figure("arithmetic_intensity_flops_per_byte", &MemoryCell::arithmetic_intensity, "flops/byte",
             "flops per byte moved")
          .since_later(),
      perf::ceiling_field<MemoryCell>("the measured ceiling that binds; null: not measured"),
      perf::roofline_fraction_field<MemoryCell>(),
      perf::roofline_gflops_figure<MemoryCell>().since_later(),
      perf::roofline_bandwidth_figure<MemoryCell>().since_later(),
      perf::working_set_figure<MemoryCell>().since_later(), inlined(&MemoryCell::roof),
      inlined(&MemoryCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(MemoryCell const& cell);

} // namespace kitt::miniapp
