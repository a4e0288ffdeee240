// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_storage.hpp"
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

namespace kitt::miniapp {

/// What a call of a hopping term computes; parameters of a cell's key, where that is not what the
/// ITT times: D on the sites of odd parity, from the others.
struct HoppingApplication {
  std::string parity = "odd"; ///< or "even", or "both": each from the other
  std::string dagger = "no";  ///< "yes": D^dagger
};
constexpr auto fields_of(HoppingApplication const*) {
  return kitt::fields(
      field("parity", &HoppingApplication::parity,
            "of the sites computed; both: each from the other")
          .like("^(odd|even|both)$"),
      field("dagger", &HoppingApplication::dagger, "yes: the adjoint, D^dagger, was applied")
          .like("^(no|yes)$"));
}
/// " (both parities, daggered)", " (even parity)"; empty for what the ITT times, which is none.
std::string application_name(std::optional<HoppingApplication> const& application);
void add_application(perf::CellKey& key, std::optional<HoppingApplication> const& application);
/// The inverse.
std::optional<HoppingApplication> application_of(perf::CellKey const& key);

/// One measured and verified hopping term. Extents are x, y, z, t.
struct HoppingCell {
  static constexpr char const* benchmark = "hopping";

  std::string kernel;                ///< "Wilson", "DWF4", "DWF5"
  int l = 0;                         ///< as asked: the local volume per node (or per rank) is l^4
  std::array<int, 4> local_volume{}; ///< of one rank
  std::array<int, 4> global_volume{};
  int ls = 1;
  perf::Precision precision = perf::Precision::single_precision;
  int lanes = 1;
  std::array<int, 5> lane_grid{1, 1, 1, 1, 1}; ///< lanes along x, y, z, t, s
  std::string variant; ///< on a split lattice with the strategy: "columns-4.4/overlap"
  std::optional<HoppingApplication> application = {}; ///< none: what the ITT times
  LinkStorage links = LinkStorage::full; ///< narrow links are less exact: never best of a summary
  int flops_per_site = 1344;
  std::size_t sites = 0;         ///< 5-D sites computed per call, all ranks
  double verification_error = 0; ///< |out - expected| / |expected| of the whole field
  double verification_tolerance = 0;
  /// Error of the site (x, s) furthest off, relative to the root mean square of sites; none in
  /// records of versions that did not look.
  std::optional<double> verification_site_error = {};
  std::optional<double> verification_site_tolerance = {};
  perf::Statistics seconds;        ///< per call, of the slowest rank
  double mflops_per_node = 0;      ///< from the median
  double mflops_per_node_mean = 0; ///< from the mean, as Grid's
  double arithmetic_intensity = 0; ///< flops per compulsory byte
  std::string ceiling; ///< the one that binds: "single multiply-add peak"; empty: not measured
  std::optional<double> roofline_fraction; ///< of that ceiling
  double peak_fraction = 0;                ///< of the multiply-add peak
  double roofline_gflops_per_s = 0;        ///< of a node: what that ceiling allows
  double roofline_gb_per_s = 0;            ///< of a node: what memory feeds such a working set
  double working_set_bytes = 0;            ///< of a node, compulsory
  perf::RoofDetails roof = {};
  std::optional<perf::Tuning> tuning =
      {}; ///< of the variant that is chosen by measuring; none if fixed
  std::optional<perf::Communication> communication = {}; ///< none where the lattice is not split
  perf::EnergyUse energy = {};
};
constexpr auto fields_of(HoppingCell const*) {
  return kitt::fields(
      field("kernel", &HoppingCell::kernel, "kernel"),
      field("l", &HoppingCell::l,
            "as asked: local volume l^4 per node (or per rank, see conventions)")
          .at_least(1),
      field("ls", &HoppingCell::ls,
            "extent of the fifth dimension; 1 for Wilson and memory kernels")
          .at_least(1),
      field("precision", &HoppingCell::precision, "Precision of all fields"),
      field("variant", &HoppingCell::variant,
            "how the kernel was run (`kitt list`); empty for memory kernels, or where all variants "
            "are meant"),
      field("local_volume", &HoppingCell::local_volume, "x, y, z, t of one rank").at_least(1),
      field("global_volume", &HoppingCell::global_volume, "x, y, z, t of all ranks").at_least(1),
      field("lanes", &HoppingCell::lanes, "SIMD lanes used").at_least(1),
      field("lane_grid", &HoppingCell::lane_grid, "lanes along x, y, z, t, s").at_least(1),
      field("links", &HoppingCell::links, "what is kept of a link").since_later(),
      field("flops_per_site", &HoppingCell::flops_per_site,
            "floating-point operations counted per 5-D site"),
      field("sites", &HoppingCell::sites, "5-D sites computed per call, all ranks").at_least(1),
      field("verification_error", &HoppingCell::verification_error,
            "|out - expected| / |expected| of the whole field, expected being the naive operator's")
          .at_least(0),
      field("verification_tolerance", &HoppingCell::verification_tolerance,
            "largest error that passes")
          .above(0),
      field("seconds", &HoppingCell::seconds,
            "Wall time of one call in seconds, of the slowest rank"),
      figure("mflops_per_node", &HoppingCell::mflops_per_node, "Mflop/s/node",
             "10^6 flop/s per node, from the median time")
          .above(0),
      figure("mflops_per_node_mean", &HoppingCell::mflops_per_node_mean, "Mflop/s/node",
             "the same from the mean time, as Grid's")
          .above(0),
      perf::compulsory_intensity_figure<HoppingCell>(), perf::ceiling_field<HoppingCell>(),
      perf::roofline_fraction_field<HoppingCell>(), perf::peak_fraction_field<HoppingCell>(),
      field("verification_site_error", &HoppingCell::verification_site_error,
            "|out - expected| of the site (x, s) where it is largest, relative to the root mean "
            "square of |expected| over sites; absent from records of versions that did not look")
          .at_least(0)
          .or_absent(),
      field("verification_site_tolerance", &HoppingCell::verification_site_tolerance,
            "largest error of a site that passes")
          .above(0)
          .or_absent(),
      inlined(&HoppingCell::roof), perf::roofline_gflops_figure<HoppingCell>().since_later(),
      perf::roofline_bandwidth_figure<HoppingCell>().since_later(),
      perf::working_set_figure<HoppingCell>().since_later(),
      field("tuning", &HoppingCell::tuning,
            "How the order of sites of the tuned variant was chosen; absent from cells of fixed "
            "variants")
          .or_absent(),
      field("communication", &HoppingCell::communication,
            "what exchanging faces adds to a cell on a split lattice; seconds per call, the median "
            "of all calls, of the slowest rank")
          .or_absent(),
      field("parameters", &HoppingCell::application,
            "what a call computes, where that is not what the ITT times: D on the sites of odd "
            "parity")
          .or_absent(),
      inlined(&HoppingCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(HoppingCell const& cell);

} // namespace kitt::miniapp
