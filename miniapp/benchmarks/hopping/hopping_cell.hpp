// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/storage.hpp"
#include "perf/ceilings/cost_table.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"
#include "perf/record/cell_parts.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kitt::miniapp {

/// Computation of one call of a hopping term. Cells store these parameters in their key only if the
/// computation differs from the ITT, which applies D on the sites of odd parity.
struct HoppingApplication {
  std::string parity = "odd"; ///< parity of the computed sites: "odd", "even", or "both"
  std::string dagger = "no";  ///< "yes": a call applies D^dagger instead of D
};
constexpr auto fields_of(HoppingApplication const*) {
  return kitt::fields(
      field("parity", &HoppingApplication::parity,
            "parity of the computed sites; both: each parity is computed from the other parity")
          .like("^(odd|even|both)$")
          .column("Parity")
          .on_request(),
      field("dagger", &HoppingApplication::dagger,
            "yes: a call applies the adjoint D^dagger; no: it applies D")
          .like("^(no|yes)$")
          .column("Daggered")
          .on_request());
}

/// Places of the right-hand sides of one call. A call reads the links once for all of them.
/// - `loop`: lanes lie in space-time, as for one right-hand side. A loop around each pack of sites
///   computes all right-hand sides.
/// - `lanes`: lanes are right-hand sides of one site and share each number of a link.
/// - `mixed`: lanes lie in space-time and among the right-hand sides.
enum class RhsLayout { loop, lanes, mixed };
constexpr auto names_of(RhsLayout) {
  return std::array{"loop", "lanes", "mixed"};
}

/// Right-hand sides of one call of a hopping term, and their share of its time and energy. Cells
/// store the count and the layout in their key only if the count is above 1.
struct RightHandSides {
  int count = 1;
  RhsLayout layout = RhsLayout::loop;
  double seconds = 0;                ///< median time of a call divided by the count
  std::optional<double> joules = {}; ///< energy of a call divided by the count
};
constexpr auto fields_of(RightHandSides const*) {
  return kitt::fields(
      field("count", &RightHandSides::count, "number of right-hand sides that one call computes")
          .at_least(1)
          .column("RHS", as::text(3))
          .on_request(),
      field("layout", &RightHandSides::layout,
            "place of the right-hand sides; loop: a loop around each pack of sites; lanes: the "
            "SIMD lanes; mixed: lanes lie in space-time and among the right-hand sides")
          .column("Layout", as::text(6))
          .on_request(),
      figure("seconds", &RightHandSides::seconds, "s",
             "median time of a call divided by the number of right-hand sides")
          .above(0)
          .column("Time per RHS", as::seconds())
          .on_request(),
      figure("joules", &RightHandSides::joules, "J",
             "energy of a call on all nodes divided by the number of right-hand sides")
          .or_absent()
          .column("Joules per RHS", as::significant(3))
          .on_request());
}

/// Returns " (both parities, daggered)" or " (even parity)". Returns an empty text if `application`
/// is empty, which means the computation of the ITT.
std::string application_name(std::optional<HoppingApplication> const& application);
void add_application(perf::CellKey& key, std::optional<HoppingApplication> const& application);
/// Returns the computation that add_application() added to the key.
std::optional<HoppingApplication> application_of(perf::CellKey const& key);
/// Adds the count and the layout of the right-hand sides to the key, if the count is above 1.
void add_right_hand_sides(perf::CellKey& key, int count, RhsLayout layout);

/// Returns the staggered operator whose hopping term a kernel applies. For improved operators this
/// is asqtad, and HISQ has the same hopping term. Returns nothing for Wilson and domain wall.
std::optional<perf::SolvedOperator> staggered_operator(std::string_view kernel);
/// Returns the operator M that a kernel applies as a whole: its hopping term, and the part that is
/// diagonal in space-time. Returns nothing for a hopping term.
std::optional<perf::SolvedOperator> whole_operator(std::string_view kernel);

/// Measured and verified hopping term. Extents are in the order x, y, z, t.
struct HoppingCell {
  static constexpr char const* benchmark = "hopping";

  std::string kernel;                ///< "Wilson", "DWF4", "DWF5", "Staggered", "Clover"
  int l = 0;                         ///< requested L: local volume L^4 per node (or per rank)
  std::array<int, 4> local_volume{}; ///< sublattice of one rank
  std::array<int, 4> global_volume{};
  int ls = 1;
  perf::Precision precision = perf::Precision::single_precision;
  int lanes = 1;
  std::array<int, 5> lane_grid{1, 1, 1, 1, 1}; ///< SIMD lanes along x, y, z, t, s
  std::string variant; ///< variant, with the strategy on a split lattice: "columns-4.4/overlap"
  std::optional<HoppingApplication> application = {}; ///< empty for the computation of the ITT
  /// Empty for the one right-hand side of a run without --rhs.
  std::optional<RightHandSides> right_hand_sides = {};
  LinkStorage links = LinkStorage::full; ///< storage of links; summaries ignore cells with the less
                                         ///< exact narrow links
  int flops_per_site = 1344;
  std::size_t sites = 0; ///< 5-D sites that all ranks compute per call, for all right-hand sides
  /// Relative error |out - expected| / |expected| of the whole field.
  double verification_error = 0;
  double verification_tolerance = 0;
  /// Largest error of a site (x, s), relative to the root mean square over sites.
  double verification_site_error = 0;
  double verification_site_tolerance = 0;
  perf::Statistics seconds;        ///< seconds per call of the slowest rank
  double mflops_per_node = 0;      ///< rate from the median time
  double mflops_per_node_mean = 0; ///< rate from the mean time, as in Grid
  double arithmetic_intensity = 0; ///< flops per compulsory byte
  std::string ceiling; ///< ceiling that binds: "single multiply-add peak"; empty if not measured
  std::optional<double> roofline_fraction; ///< rate divided by this ceiling
  double peak_fraction = 0;                ///< rate divided by the multiply-add peak
  double roofline_gflops_per_s = 0;        ///< rate of a node that this ceiling allows
  double roofline_gb_per_s = 0;            ///< bandwidth of a node for a working set of this size
  double working_set_bytes = 0;            ///< bytes of a node that a call needs, each counted once
  perf::RoofDetails roof = {};
  std::optional<perf::Tuning> tuning = {}; ///< choice of a tuned variant; empty for a fixed variant
  std::optional<perf::Communication> communication = {}; ///< empty if the lattice is not split
  perf::EnergyUse energy = {};
};
constexpr auto fields_of(HoppingCell const*) {
  return kitt::fields(
      field("kernel", &HoppingCell::kernel, "name of the kernel").column("Kernel", as::text(9)),
      field("l", &HoppingCell::l,
            "requested extent L: the local volume is L^4 sites per node (or per rank, see "
            "conventions)")
          .at_least(1)
          .column("L", as::text(3)),
      field("local_volume", &HoppingCell::local_volume,
            "extents x, y, z, t of one rank's sublattice")
          .at_least(1)
          .column("Local (x.y.z.t)", as::text(11)),
      field("ls", &HoppingCell::ls,
            "extent of the fifth dimension; 1 for Wilson and staggered fermions")
          .at_least(1)
          .column("Ls", as::text(3)),
      field("precision", &HoppingCell::precision, "precision of all fields")
          .column("Prec.", as::text(6)),
      field("lane_grid", &HoppingCell::lane_grid, "SIMD lanes along x, y, z, t, s")
          .at_least(1)
          .column("Lanes (x.y.z.t.s)", as::text(10)), // DWF5: 1.1.1.1.16
      field("variant", &HoppingCell::variant, "variant of the kernel (`kitt list`)")
          .column("Variant", as::text(34)),
      field("right_hand_sides", &HoppingCell::right_hand_sides,
            "right-hand sides of a call and the share of each; absent from runs without --rhs, "
            "whose calls compute one right-hand side")
          .or_absent(),
      field("global_volume", &HoppingCell::global_volume, "extents x, y, z, t of the whole lattice")
          .at_least(1),
      field("lanes", &HoppingCell::lanes, "SIMD lanes").at_least(1),
      field("links", &HoppingCell::links, "stored form of each link"),
      field("flops_per_site", &HoppingCell::flops_per_site,
            "number of floating-point operations counted per 5-D site"),
      field("sites", &HoppingCell::sites,
            "number of 5-D sites that all ranks together compute per call, for all right-hand "
            "sides")
          .at_least(1),
      figure("mflops_per_node", &HoppingCell::mflops_per_node, "Mflop/s/node",
             "rate of a node in 10^6 flop/s, from the median time")
          .above(0)
          .compared()
          .column("Median (Mflop/s/node)", as::fixed(3, 12)),
      figure("mflops_per_node_mean", &HoppingCell::mflops_per_node_mean, "Mflop/s/node",
             "rate of a node in 10^6 flop/s, from the mean time, as in Grid")
          .above(0)
          .column("Mean (Mflop/s/node)", as::fixed(3, 12)),
      field("seconds", &HoppingCell::seconds, "wall time of one call on the slowest rank"),
      field("verification_error", &HoppingCell::verification_error,
            "relative error |out - expected| / |expected| of the whole field; the expected result "
            "comes from the naive operator")
          .at_least(0)
          .column("Error", as::significant(2)),
      field("verification_tolerance", &HoppingCell::verification_tolerance,
            "largest error of a correct result")
          .above(0),
      field("verification_site_error", &HoppingCell::verification_site_error,
            "largest |out - expected| of a site (x, s), relative to the root mean square of "
            "|expected| over sites")
          .at_least(0),
      field("verification_site_tolerance", &HoppingCell::verification_site_tolerance,
            "largest verification_site_error of a correct result")
          .above(0),
      perf::peak_fraction_field<HoppingCell>(), perf::roofline_fraction_field<HoppingCell>(),
      perf::ceiling_field<HoppingCell>(), perf::compulsory_intensity_figure<HoppingCell>(),
      inlined(&HoppingCell::roof), perf::roofline_gflops_figure<HoppingCell>(),
      perf::roofline_bandwidth_figure<HoppingCell>(), perf::working_set_figure<HoppingCell>(),
      field("tuning", &HoppingCell::tuning,
            "order of sites that was chosen for the tuned variant; absent from cells of fixed "
            "variants")
          .or_absent(),
      field("communication", &HoppingCell::communication,
            "cost of the halo exchange on a split lattice: median seconds per call on the slowest "
            "rank")
          .or_absent(),
      field("parameters", &HoppingCell::application,
            "computation of a call; absent for the computation of the ITT, which applies D on the "
            "sites of odd parity")
          .or_absent(),
      inlined(&HoppingCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(HoppingCell const& cell);

} // namespace kitt::miniapp
