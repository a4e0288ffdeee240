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
  return kitt::fields(field("parity", &HoppingApplication::parity),
                      field("dagger", &HoppingApplication::dagger));
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
      field("kernel", &HoppingCell::kernel), field("l", &HoppingCell::l),
      field("ls", &HoppingCell::ls), field("precision", &HoppingCell::precision),
      field("variant", &HoppingCell::variant), field("local_volume", &HoppingCell::local_volume),
      field("global_volume", &HoppingCell::global_volume), field("lanes", &HoppingCell::lanes),
      field("lane_grid", &HoppingCell::lane_grid),
      field("links", &HoppingCell::links).since_later(),
      field("flops_per_site", &HoppingCell::flops_per_site), field("sites", &HoppingCell::sites),
      field("verification_error", &HoppingCell::verification_error),
      field("verification_tolerance", &HoppingCell::verification_tolerance),
      field("seconds", &HoppingCell::seconds),
      field("mflops_per_node", &HoppingCell::mflops_per_node),
      field("mflops_per_node_mean", &HoppingCell::mflops_per_node_mean),
      field("arithmetic_intensity_flops_per_byte", &HoppingCell::arithmetic_intensity),
      field("ceiling", &HoppingCell::ceiling).or_null(),
      field("roofline_fraction", &HoppingCell::roofline_fraction),
      field("peak_fraction", &HoppingCell::peak_fraction),
      field("verification_site_error", &HoppingCell::verification_site_error).or_absent(),
      field("verification_site_tolerance", &HoppingCell::verification_site_tolerance).or_absent(),
      inlined(&HoppingCell::roof),
      field("roofline_gflops_per_s_per_node", &HoppingCell::roofline_gflops_per_s).since_later(),
      field("roofline_gb_per_s_per_node", &HoppingCell::roofline_gb_per_s).since_later(),
      field("working_set_bytes_per_node", &HoppingCell::working_set_bytes).since_later(),
      field("tuning", &HoppingCell::tuning).or_absent(),
      field("communication", &HoppingCell::communication).or_absent(),
      field("parameters", &HoppingCell::application).or_absent(), inlined(&HoppingCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(HoppingCell const& cell);

} // namespace kitt::miniapp
