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
      field("kernel", &BsmCell::kernel), field("l", &BsmCell::l), field("ls", &BsmCell::ls),
      field("precision", &BsmCell::precision),
      derived("variant", [](BsmCell const&) { return std::string(); }),
      field("parameters/case", &BsmCell::of), field("parameters/fields", &BsmCell::fields),
      field("parameters/barrier", &BsmCell::barrier), field("parameters/gauge", &BsmCell::gauge),
      field("parameters/mass", &BsmCell::mass),
      field("parameters/flops_convention", &BsmCell::flops_convention),
      field("group", &BsmCell::group), field("representation", &BsmCell::representation),
      field("dimension", &BsmCell::dimension), field("real_links", &BsmCell::real_links),
      field("local_volume", &BsmCell::local_volume),
      field("global_volume", &BsmCell::global_volume), field("lanes", &BsmCell::lanes),
      field("order", &BsmCell::order), field("flops_per_site", &BsmCell::flops_per_site),
      field("sites", &BsmCell::sites), field("applications", &BsmCell::applications),
      field("verification_error", &BsmCell::verification_error),
      field("verification_tolerance", &BsmCell::verification_tolerance),
      field("seconds", &BsmCell::seconds),
      derived("seconds_per_application", seconds_per_application),
      field("communication_seconds", &BsmCell::communication_seconds),
      derived("communication_share", communication_share),
      field("bytes_by_messages", &BsmCell::bytes_by_messages),
      field("bytes_by_shared_memory", &BsmCell::bytes_by_shared_memory),
      field("gflops_per_s_per_node", &BsmCell::gflops_per_s_per_node),
      field("arithmetic_intensity_flops_per_byte", &BsmCell::arithmetic_intensity),
      field("ceiling", &BsmCell::ceiling).or_null(),
      field("roofline_fraction", &BsmCell::roofline_fraction),
      field("peak_fraction", &BsmCell::peak_fraction),
      field("roofline_gflops_per_s_per_node", &BsmCell::roofline_gflops_per_s),
      field("roofline_gb_per_s_per_node", &BsmCell::roofline_gb_per_s),
      field("working_set_bytes_per_node", &BsmCell::working_set_bytes), inlined(&BsmCell::roof),
      inlined(&BsmCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(BsmCell const& cell);

} // namespace kitt::miniapp
