// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/ceilings/precision.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// One measured and verified test of BSMBench on fields of both parities. A call applies the test
/// to all fields: sqnorm to each, mad and Dphi to each pair of them.
struct BsmCell {
  static constexpr char const* benchmark = "bsm";

  std::string kernel; ///< the test: "sqnorm", "mad", "Dphi"
  int l = 0;          ///< as asked
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision;
  std::string of;             ///< the case: "comms", or a group and a representation of it
  std::string group;          ///< "su2"
  std::string representation; ///< "adjoint"
  int dimension = 3;          ///< of the representation: colours of a spinor
  bool real_links = false;
  std::int64_t fields = 4;
  std::string barrier;               ///< "yes": of all ranks, after each application
  std::string gauge;                 ///< "hot", "unit", "weak"
  std::string mass;                  ///< "-0.8183"
  std::array<int, 4> local_volume{}; ///< of one rank
  std::array<int, 4> global_volume{};
  std::int64_t lanes = 1;
  std::string order;             ///< Dphi: chosen by timing, "prefetch/overlap"
  std::string flops_convention;  ///< "usual", "hirep", "bsmbench"
  double flops_per_site = 0;     ///< of an application
  std::size_t sites = 0;         ///< of an application, all ranks
  std::int64_t applications = 0; ///< of a call
  double verification_error = 0; ///< |out - expected| / |expected|
  double verification_tolerance = 0;
  perf::Statistics seconds;         ///< of a call, of the slowest rank
  double communication_seconds = 0; ///< of a call, the median of the slowest rank's
  /// Sent by one rank in one application, the most of any; sums over ranks not counted.
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
  double gflops_per_s_per_node = 0; ///< from the median
  double arithmetic_intensity = 0;  ///< flops per compulsory byte
  std::string ceiling;              ///< the one that binds; empty: not measured
  std::optional<double> roofline_fraction;
  double peak_fraction = 0;
  double roofline_gflops_per_s = 0;
  double roofline_gb_per_s = 0;
  double working_set_bytes = 0; ///< of a call on a node, compulsory
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Of an application, the median.
double seconds_per_application(BsmCell const& cell);
/// Of the time: packing, sending and waiting for faces, sums over ranks, barriers.
double communication_share(BsmCell const& cell);
constexpr auto fields_of(BsmCell const*) {
  return kitt::fields(
      field("kernel", &BsmCell::kernel,
            "the test of BSMBench: sqnorm |a|^2, mad a += z b, Dphi b = M a with Wilson's operator "
            "M, on both parities"),
      field("l", &BsmCell::l, "as asked: local volume l^4 per node (or per rank, see conventions)")
          .at_least(1),
      field("ls", &BsmCell::ls, "extent of the fifth dimension; 1 for Wilson and memory kernels")
          .at_least(1),
      field("precision", &BsmCell::precision, "of all fields"),
      derived("variant", [](BsmCell const&) { return std::string(); }, {"always empty"}),
      field("parameters/case", &BsmCell::of,
            "comms, balance or compute; else a group and a representation: 'su3 symmetric'")
          .not_empty(),
      field("parameters/fields", &BsmCell::fields, "fields of both parities that a call works on")
          .at_least(2),
      field("parameters/barrier", &BsmCell::barrier,
            "whether all ranks wait for each other after each application")
          .like("^(no|yes)$"),
      field("parameters/gauge", &BsmCell::gauge, "links").like("^(hot|unit|weak)$"),
      field("parameters/mass", &BsmCell::mass, "of Dphi, a number").not_empty(),
      field("parameters/flops_convention", &BsmCell::flops_convention,
            "how flops_per_site is counted")
          .like("^(usual|hirep|bsmbench)$"),
      field("group", &BsmCell::group, "gauge group").like("^(su2|su3|su4|su6)$"),
      field("representation", &BsmCell::representation, "of the group, that fermions are in")
          .like("^(fundamental|adjoint|symmetric|antisymmetric)$"),
      field("dimension", &BsmCell::dimension, "of the representation: colours of a spinor")
          .at_least(1),
      field("real_links", &BsmCell::real_links, "links are real matrices, and kept as such"),
      field("local_volume", &BsmCell::local_volume, "x, y, z, t of one rank").at_least(1),
      field("global_volume", &BsmCell::global_volume, "x, y, z, t of all ranks").at_least(1),
      field("lanes", &BsmCell::lanes, "SIMD lanes used").at_least(1),
      field("order", &BsmCell::order,
            "of Dphi: how the hopping term uses memory, and on several ranks its strategy, chosen "
            "by timing; empty for other tests"),
      field("flops_per_site", &BsmCell::flops_per_site,
            "floating-point operations counted per site of an application")
          .above(0),
      field("sites", &BsmCell::sites, "of an application: both parities, all ranks").at_least(1),
      field("applications", &BsmCell::applications,
            "of a call: one for each field (sqnorm) or pair of fields")
          .at_least(1),
      field("verification_error", &BsmCell::verification_error,
            "|result - expected| / |expected|: by the naive operator, or the formula of the fields")
          .at_least(0),
      field("verification_tolerance", &BsmCell::verification_tolerance,
            "a larger error fails the cell")
          .above(0),
      field("seconds", &BsmCell::seconds, "Wall time of one call in seconds, of the slowest rank"),
      figure("seconds_per_application", seconds_per_application, "s", "of a call, the median")
          .above(0),
      figure("communication_seconds", &BsmCell::communication_seconds, "s",
             "of a call: packing, sending and waiting for faces, sums over ranks, barriers; their "
             "share of the time of all calls of all ranks, times the median"),
      derived("communication_share", communication_share,
              {"communication_seconds over the median of seconds"})
          .at_least(0),
      figure(
          "bytes_by_messages", &BsmCell::bytes_by_messages, "bytes",
          "faces sent in an application by one rank, the most of any; sums over ranks not counted"),
      figure("bytes_by_shared_memory", &BsmCell::bytes_by_shared_memory, "bytes",
             "the same by shared memory"),
      figure("gflops_per_s_per_node", &BsmCell::gflops_per_s_per_node, "Gflop/s/node",
             "10^9 floating-point operations per second and node, from the median")
          .above(0),
      perf::compulsory_intensity_figure<BsmCell>(), perf::ceiling_field<BsmCell>(),
      perf::roofline_fraction_field<BsmCell>(), perf::peak_fraction_field<BsmCell>(),
      perf::roofline_gflops_figure<BsmCell>(), perf::roofline_bandwidth_figure<BsmCell>(),
      perf::working_set_figure<BsmCell>(), inlined(&BsmCell::roof), inlined(&BsmCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(BsmCell const& cell);

} // namespace kitt::miniapp
