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

/// Measured and verified test of BSMBench on fields of both parities. A call applies the test to
/// all fields: sqnorm to each field, mad and Dphi to each pair of fields.
struct BsmCell {
  static constexpr char const* benchmark = "bsm";

  std::string kernel; ///< test: "sqnorm", "mad", "Dphi"
  int l = 0;          ///< L as requested
  int ls = 1;
  perf::Precision precision = perf::Precision::double_precision;
  std::string of;             ///< case: "comms", or a group and a representation of the group
  std::string group;          ///< "su2"
  std::string representation; ///< "adjoint"
  int dimension = 3;          ///< dimension of the representation: number of colours of a spinor
  bool real_links = false;
  std::int64_t fields = 4;
  std::string barrier;               ///< "yes": all ranks wait after each application
  std::string gauge;                 ///< start of the links: "hot", "unit", "weak"
  std::string mass;                  ///< quark mass of Dphi: "-0.8183"
  std::array<int, 4> local_volume{}; ///< sublattice of one rank
  std::array<int, 4> global_volume{};
  std::int64_t lanes = 1;
  std::string order;             ///< order of sites of Dphi, chosen by timing: "prefetch/overlap"
  std::string flops_convention;  ///< "usual", "hirep", "bsmbench"
  double flops_per_site = 0;     ///< flops counted per site of an application
  std::size_t sites = 0;         ///< sites that all ranks compute in an application
  std::int64_t applications = 0; ///< number of applications in a call
  double verification_error = 0; ///< |out - expected| / |expected|
  double verification_tolerance = 0;
  perf::Statistics seconds;         ///< seconds per call of the slowest rank
  double communication_seconds = 0; ///< median time for communication of the slowest rank per call
  /// Halo bytes that one rank sends in an application, maximum over ranks.
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0; ///< halo bytes that one rank writes to shared memory
  double gflops_per_s_per_node = 0;       ///< rate from the median time
  double arithmetic_intensity = 0;        ///< flops per compulsory byte
  std::string ceiling; ///< name of the ceiling that limits the cell; empty if not measured
  std::optional<double> roofline_fraction;
  double peak_fraction = 0;
  double roofline_gflops_per_s = 0;
  double roofline_gb_per_s = 0;
  double working_set_bytes = 0; ///< bytes of a node that a call needs, each counted once
  perf::RoofDetails roof = {};
  perf::EnergyUse energy = {};
};
/// Returns the median time of an application.
double seconds_per_application(BsmCell const& cell);
/// Returns the share of communication in the time of a call: packing, sending and waiting for
/// halos, sums over ranks, barriers.
double communication_share(BsmCell const& cell);
/// Returns the bytes that one rank sends in an application by messages and through shared memory.
std::size_t bytes_sent(BsmCell const& cell);
constexpr auto fields_of(BsmCell const*) {
  return kitt::fields(
      field("parameters/case", &BsmCell::of,
            "case of BSMBench: comms, balance or compute; or a gauge group with a representation, "
            "such as 'su3 symmetric'")
          .not_empty()
          .column("Case", as::text(17)),
      field("kernel", &BsmCell::kernel,
            "test of BSMBench on both parities; sqnorm: |a|^2; mad: a += z b; Dphi: b = M a with "
            "Wilson's operator M")
          .column("Test", as::text(6)),
      field("l", &BsmCell::l,
            "requested extent L: the local volume is L^4 sites per node (or per rank, see "
            "conventions)")
          .at_least(1)
          .column("L", as::text(3)),
      field("local_volume", &BsmCell::local_volume, "extents x, y, z, t of one rank's sublattice")
          .at_least(1)
          .column("Local (x.y.z.t)", as::text(11)),
      field("ls", &BsmCell::ls, "extent of the fifth dimension: 1").at_least(1),
      field("precision", &BsmCell::precision, "precision of all fields")
          .column("Prec.", as::text(6)),
      derived("variant", [](BsmCell const&) { return std::string(); },
              {"always empty, because the kernel has no variants"}),
      field("parameters/fields", &BsmCell::fields,
            "number of fields of both parities that a call works on")
          .at_least(2)
          .column("Fields", as::text()),
      field("parameters/barrier", &BsmCell::barrier,
            "use of barriers; yes: all ranks wait for each other after each application")
          .like("^(no|yes)$"),
      field("parameters/gauge", &BsmCell::gauge, "start of the links").like("^(hot|unit|weak)$"),
      field("parameters/mass", &BsmCell::mass, "quark mass of Dphi, a number as text").not_empty(),
      field("parameters/flops_convention", &BsmCell::flops_convention,
            "convention for counting flops_per_site")
          .like("^(usual|hirep|bsmbench)$"),
      field("group", &BsmCell::group, "gauge group").like("^(su2|su3|su4|su6)$"),
      field("representation", &BsmCell::representation, "representation of the fermions")
          .like("^(fundamental|adjoint|symmetric|antisymmetric)$"),
      field("dimension", &BsmCell::dimension,
            "dimension of the representation: number of colours of a spinor")
          .at_least(1),
      field("real_links", &BsmCell::real_links,
            "true if the links are real matrices and are stored as real numbers"),
      field("global_volume", &BsmCell::global_volume, "extents x, y, z, t of the whole lattice")
          .at_least(1),
      field("lanes", &BsmCell::lanes, "number of SIMD lanes").at_least(1),
      figure("gflops_per_s_per_node", &BsmCell::gflops_per_s_per_node, "Gflop/s/node",
             "10^9 floating-point operations per second and node, from the median time")
          .above(0)
          .compared()
          .column("Median (Gflop/s/node)", as::fixed(3)),
      field("seconds", &BsmCell::seconds, "wall time of one call on the slowest rank"),
      figure("seconds_per_application", seconds_per_application, "s",
             "median time of an application")
          .above(0)
          .column("Per appl.", as::seconds()),
      figure("communication_seconds", &BsmCell::communication_seconds, "s",
             "communication time of a call: median time times the share of communication in all "
             "calls of all ranks (halo packing, sending and waiting, sums over ranks, barriers)"),
      derived("communication_share", communication_share,
              {"share of communication in a call: communication_seconds / median time of a call"})
          .at_least(0)
          .column("Comm. (%)", as::percent()),
      figure("bytes_by_messages", &BsmCell::bytes_by_messages, "bytes",
             "halo bytes of an application that one rank sends through MPI, maximum over ranks; "
             "sums over ranks are not counted"),
      figure("bytes_by_shared_memory", &BsmCell::bytes_by_shared_memory, "bytes",
             "halo bytes of an application that one rank writes to shared memory, maximum over "
             "ranks"),
      figure(
          "bytes_sent", [](BsmCell const& cell) { return bytes_sent(cell); }, "bytes",
          "bytes that one rank sends in an application: bytes_by_messages + bytes_by_shared_memory")
          .column("Sent (B/appl.)", as::text(9)),
      field("flops_per_site", &BsmCell::flops_per_site,
            "floating-point operations counted per site of an application")
          .above(0)
          .column("Flops per site", as::text(8)),
      field("sites", &BsmCell::sites,
            "number of sites that an application computes: both parities, all ranks")
          .at_least(1),
      field("applications", &BsmCell::applications,
            "number of applications in a call: one for each field (sqnorm) or for each pair of "
            "fields (mad, Dphi)")
          .at_least(1),
      field("verification_error", &BsmCell::verification_error,
            "relative error |result - expected| / |expected|; the expected result comes from the "
            "naive operator or from the formula of the fields")
          .at_least(0)
          .column("Error", as::significant(2)),
      field("verification_tolerance", &BsmCell::verification_tolerance,
            "largest error of a correct result")
          .above(0),
      field("order", &BsmCell::order,
            "order of sites and memory access of Dphi, and its exchange strategy on several ranks, "
            "chosen by timing; empty for other tests")
          .column("Order", as::text(19)),
      perf::peak_fraction_field<BsmCell>(), perf::roofline_fraction_field<BsmCell>(),
      perf::ceiling_field<BsmCell>(), perf::compulsory_intensity_figure<BsmCell>(),
      perf::roofline_gflops_figure<BsmCell>(), perf::roofline_bandwidth_figure<BsmCell>(),
      perf::working_set_figure<BsmCell>(), inlined(&BsmCell::roof), inlined(&BsmCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(BsmCell const& cell);

} // namespace kitt::miniapp
