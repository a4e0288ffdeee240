// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_storage.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/ceilings/roofline.hpp"
#include "perf/json/json_text.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/bsm_cell.hpp"
#include "perf/record/cell_key.hpp"
#include "perf/record/domain_cell.hpp"
#include "perf/record/fft_cell.hpp"
#include "perf/record/network_cells.hpp"
#include "perf/record/numa_cell.hpp"
#include "perf/record/pic_cell.hpp"
#include "perf/record/solve_cell.hpp"
#include "perf/record/transpose_cell.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>

/// \file
/// The cells of a record. The list of fields below each says how records write it; CSV tables and
/// the test of the schema follow from it.

namespace kitt::perf {

/// How the order of a `tuned` cell was chosen.
struct Tuning {
  std::string order;   ///< in words: "tile all.4.4.all, s all, access plain"
  JsonText order_data; ///< the same as data (order_json.hpp)
  std::string source;  ///< "searched" in this run, or "cache file"
  std::string effort;  ///< "quick" or "full"
  std::size_t candidates = 0;
  double seconds = 0;       ///< per call, in the search
  double plain_seconds = 0; ///< of the plainest order, measured beside it
  std::string time;         ///< of the search: ISO 8601, UTC
};
constexpr auto fields_of(Tuning const*) {
  return kitt::fields(field("order", &Tuning::order), field("order_data", &Tuning::order_data),
                      field("source", &Tuning::source), field("effort", &Tuning::effort),
                      field("candidates", &Tuning::candidates), field("seconds", &Tuning::seconds),
                      field("plain_seconds", &Tuning::plain_seconds), field("time", &Tuning::time));
}

/// What exchanging faces adds to a cell on a split lattice. Seconds are per call, the median of
/// all calls, of the slowest rank; bytes are what one rank sends in one call, the most of any.
struct Communication {
  std::string strategy;  ///< "sequential" or "overlap"
  std::string transport; ///< "mpi" or "shm"
  std::string precision; ///< of what travels: "same", "single" or "half"
  double pack_seconds = 0;
  double interior_seconds = 0; ///< sequential: of the one pass that adds all legs
  double wait_seconds = 0;
  double exterior_seconds = 0; ///< 0 when sequential
  /// Fraction of the sequential run's wait that the overlap removed; none if that was not run.
  std::optional<double> hidden_fraction;
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
};
constexpr auto fields_of(Communication const*) {
  return kitt::fields(field("strategy", &Communication::strategy),
                      field("transport", &Communication::transport),
                      field("precision", &Communication::precision),
                      field("pack_seconds", &Communication::pack_seconds),
                      field("interior_seconds", &Communication::interior_seconds),
                      field("wait_seconds", &Communication::wait_seconds),
                      field("exterior_seconds", &Communication::exterior_seconds),
                      field("hidden_fraction", &Communication::hidden_fraction),
                      field("bytes_by_messages", &Communication::bytes_by_messages),
                      field("bytes_by_shared_memory", &Communication::bytes_by_shared_memory));
}

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
void add_application(CellKey& key, std::optional<HoppingApplication> const& application);
/// The inverse.
std::optional<HoppingApplication> application_of(CellKey const& key);

/// One measured and verified hopping term. Extents are x, y, z, t.
struct HoppingCell {
  static constexpr char const* benchmark = "hopping";

  std::string kernel;                ///< "Wilson", "DWF4", "DWF5"
  int l = 0;                         ///< as asked: the local volume per node (or per rank) is l^4
  std::array<int, 4> local_volume{}; ///< of one rank
  std::array<int, 4> global_volume{};
  int ls = 1;
  Precision precision = Precision::single_precision;
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
  Statistics seconds;              ///< per call, of the slowest rank
  double mflops_per_node = 0;      ///< from the median
  double mflops_per_node_mean = 0; ///< from the mean, as Grid's
  double arithmetic_intensity = 0; ///< flops per compulsory byte
  std::string ceiling; ///< the one that binds: "single multiply-add peak"; empty: not measured
  std::optional<double> roofline_fraction; ///< of that ceiling
  double peak_fraction = 0;                ///< of the multiply-add peak
  double roofline_gflops_per_s = 0;        ///< of a node: what that ceiling allows
  double roofline_gb_per_s = 0;            ///< of a node: what memory feeds such a working set
  double working_set_bytes = 0;            ///< of a node, compulsory
  RoofDetails roof = {};
  std::optional<Tuning> tuning = {}; ///< of the variant that is chosen by measuring; none if fixed
  std::optional<Communication> communication = {}; ///< none where the lattice is not split
  EnergyUse energy = {};
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

/// A cell that cannot be had here, and why ("no lane count divides Ls = 5").
struct SkippedCell {
  CellKey key;
  std::string reason;
};

/// A cell whose result was wrong: it has no figure and fails the run. --resume tries it again.
struct FailedCell {
  CellKey key;
  std::string reason;
  double verification_error = std::numeric_limits<double>::quiet_NaN(); ///< that: not a number
  double verification_tolerance = 0;
  std::optional<double> verification_site_error = {}; ///< of the hopping kernels, as in their cells
  std::optional<double> verification_site_tolerance = {};
};
constexpr auto fields_of(SkippedCell const*) {
  return kitt::fields(inlined(&SkippedCell::key), field("reason", &SkippedCell::reason));
}
constexpr auto fields_of(FailedCell const*) {
  return kitt::fields(
      inlined(&FailedCell::key), field("reason", &FailedCell::reason),
      field("verification_error", &FailedCell::verification_error).or_null(),
      field("verification_tolerance", &FailedCell::verification_tolerance),
      field("verification_site_error", &FailedCell::verification_site_error).or_absent(),
      field("verification_site_tolerance", &FailedCell::verification_site_tolerance).or_absent());
}

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
  Statistics seconds; ///< per call, of the slowest rank
  double verification_error = 0;
  double arithmetic_intensity = 0; ///< flops per byte moved
  std::string ceiling;             ///< "L2 bandwidth"; empty: not measured
  std::optional<double> roofline_fraction;
  double roofline_gflops_per_s = 0; ///< of a node: what that ceiling allows
  double roofline_gb_per_s = 0;     ///< of a node: what memory feeds such a working set
  double working_set_bytes = 0;     ///< of a node
  double launch_seconds = 0;        ///< of a call on tiny fields; 0 in older records
  Precision precision = Precision::single_precision;
  RoofDetails roof = {};
  EnergyUse energy = {};
};
/// Returns the share of a call's time that starting the kernel takes, at most 1. None if it was not
/// measured.
std::optional<double> launch_share(MemoryCell const& cell);
/// Returns the rate of the call without that time. None if the start takes most of the time.
std::optional<double> gb_per_s_per_node_without_launch(MemoryCell const& cell);
constexpr auto fields_of(MemoryCell const*) {
  return kitt::fields(
      field("kernel", &MemoryCell::kernel), field("l", &MemoryCell::l),
      derived("ls", [](MemoryCell const&) { return 1; }),
      field("precision", &MemoryCell::precision),
      derived("variant", [](MemoryCell const&) { return std::string(); }),
      field("parameters/bytes", &MemoryCell::asked_bytes).or_absent(),
      field("bytes", &MemoryCell::bytes), field("gb_per_s", &MemoryCell::gb_per_s),
      field("gb_per_s_per_node", &MemoryCell::gb_per_s_per_node),
      field("gflops_per_s", &MemoryCell::gflops_per_s),
      field("launch_seconds", &MemoryCell::launch_seconds).or_absent(),
      field("verification_error", &MemoryCell::verification_error),
      field("seconds", &MemoryCell::seconds),
      field("arithmetic_intensity_flops_per_byte", &MemoryCell::arithmetic_intensity).since_later(),
      field("ceiling", &MemoryCell::ceiling).or_null(),
      field("roofline_fraction", &MemoryCell::roofline_fraction),
      field("roofline_gflops_per_s_per_node", &MemoryCell::roofline_gflops_per_s).since_later(),
      field("roofline_gb_per_s_per_node", &MemoryCell::roofline_gb_per_s).since_later(),
      field("working_set_bytes_per_node", &MemoryCell::working_set_bytes).since_later(),
      inlined(&MemoryCell::roof), inlined(&MemoryCell::energy));
}

/// One measured and verified exchange of faces with nothing behind it. All faces have the same
/// size.
struct HaloCell {
  static constexpr char const* benchmark = "halo";

  std::string directions; ///< exchanged at once, both ways: "xyzt", "t"
  std::string transport;  ///< "mpi" or "shm"
  int l = 0;              ///< a face holds l^3 x ls half spinors
  int ls = 1;
  Precision precision = Precision::double_precision;
  std::size_t face_bytes = 0;
  std::size_t bytes_per_node = 0; ///< sent by the ranks of a node in one exchange, their mean
  /// Sent by one rank in one exchange, the most of any.
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
  Statistics seconds; ///< per exchange, of the slowest rank
  EnergyUse energy = {};
};

/// Megabytes (10^6) per second and node.
struct HaloRate {
  double median = 0;
  double standard_error = 0; ///< of the mean
  double minimum = 0;
  double maximum = 0;
};
constexpr auto fields_of(HaloRate const*) {
  return kitt::fields(field("mb_per_s_per_node", &HaloRate::median),
                      field("standard_error_mb_per_s_per_node", &HaloRate::standard_error),
                      field("minimum_mb_per_s_per_node", &HaloRate::minimum),
                      field("maximum_mb_per_s_per_node", &HaloRate::maximum));
}
/// What is sent; sent and received together, twice that.
HaloRate one_way(HaloCell const& cell);
HaloRate both_ways(HaloCell const& cell);

inline constexpr char const* halo_kernel = "halo"; ///< What its cells have for a kernel.
/// How a cell's key names what was exchanged how, "xyzt/shm", and what such a name says: a cell
/// without figures has nothing else that does.
struct HaloWay {
  std::string directions;
  std::string transport; ///< empty: the name has none
};
std::string halo_variant(HaloWay const& way);
HaloWay halo_way(std::string const& variant);

constexpr auto fields_of(HaloCell const*) {
  return kitt::fields(derived("kernel", [](HaloCell const&) { return std::string(halo_kernel); }),
                      field("l", &HaloCell::l), field("ls", &HaloCell::ls),
                      field("precision", &HaloCell::precision),
                      derived("variant",
                              [](HaloCell const& c) {
                                return halo_variant({c.directions, c.transport});
                              }),
                      field("directions", &HaloCell::directions),
                      field("transport", &HaloCell::transport),
                      field("face_bytes", &HaloCell::face_bytes),
                      field("bytes_per_node", &HaloCell::bytes_per_node),
                      field("bytes_by_messages", &HaloCell::bytes_by_messages),
                      field("bytes_by_shared_memory", &HaloCell::bytes_by_shared_memory),
                      field("seconds", &HaloCell::seconds), derived("one_way", one_way),
                      derived("both_ways", both_ways), inlined(&HaloCell::energy));
}

/// One cell of a record. The kinds of measured ones say of which benchmark they are.
using Cell = std::variant<HoppingCell, MemoryCell, HaloCell, MessageCell, CollectiveCell,
                          StencilCell, HashCell, DomainCell, NumaCell, SolveCell, BsmCell,
                          TransposeCell, FftCell, PicCell, SkippedCell, FailedCell>;

/// What makes this cell another than the rest.
CellKey key_of(HoppingCell const& cell);
CellKey key_of(HaloCell const& cell);
CellKey key_of(MemoryCell const& cell);
CellKey key_of(Cell const& cell);

} // namespace kitt::perf
