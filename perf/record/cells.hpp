// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fields/link_storage.hpp"
#include "perf/ceilings/precision.hpp"
#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <string>

namespace kitt::perf {

/// What makes two cells the same: a resumed run does not measure it again.
struct CellKey {
  std::string kernel; ///< "Wilson", "DWF4", "DWF5"; "axpy (KITT)", "read"...; "halo"
  int l = 0;
  int ls = 1; ///< 1 for Wilson and the memory kernels
  Precision precision = Precision::single_precision;
  std::string variant; ///< empty for the memory kernels

  auto operator<=>(CellKey const&) const = default;
};

/// How the order of a `tuned` cell was chosen.
struct Tuning {
  std::string order;      ///< in words: "tile all.4.4.all, s all, access plain"
  std::string order_data; ///< the same as JSON text (order_json.hpp)
  std::string source;     ///< "searched" in this run, or "cache file"
  std::string effort;     ///< "quick" or "full"
  std::size_t candidates = 0;
  double seconds = 0;       ///< per call, in the search
  double plain_seconds = 0; ///< of the plainest order, measured beside it
  std::string time;         ///< of the search: ISO 8601, UTC
};

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
  /// Of the waiting of the same variant run sequentially, how much has gone; none if that was not
  /// run.
  std::optional<double> hidden_fraction;
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
};

/// One measured and verified hopping term. Extents are x, y, z, t.
struct HoppingCell {
  std::string kernel;                ///< "Wilson", "DWF4", "DWF5"
  int l = 0;                         ///< as asked: the local volume per node (or per rank) is l^4
  std::array<int, 4> local_volume{}; ///< of one rank
  std::array<int, 4> global_volume{};
  int ls = 1;
  Precision precision = Precision::single_precision;
  int lanes = 1;
  std::array<int, 5> lane_grid{1, 1, 1, 1, 1}; ///< lanes along x, y, z, t, s
  std::string variant; ///< on a split lattice with the strategy: "columns-4.4/overlap"
  LinkStorage links = LinkStorage::full; ///< narrow links are less exact: never best of a summary
  int flops_per_site = 1344;
  std::size_t sites = 0;         ///< 5-D sites computed per call, all ranks
  double verification_error = 0; ///< |out - expected| / |expected| of the whole field
  double verification_tolerance = 0;
  /// Of the site (x, s) furthest off, relative to the root mean square of sites; none in records
  /// of versions that did not look.
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
  std::optional<Tuning> tuning = {}; ///< of the variant that is chosen by measuring; none if fixed
  std::optional<Communication> communication = {}; ///< none where the lattice is not split
  EnergyUse energy = {};
};

/// A cell that cannot be had here, and why ("no lane count divides Ls = 5").
struct SkippedCell {
  CellKey key;
  std::string reason;
};

/// A cell whose result was wrong: it has no figure and fails the run. --resume tries it again.
struct FailedCell {
  CellKey key;
  std::string reason;
  double verification_error = 0;
  double verification_tolerance = 0;
  std::optional<double> verification_site_error = {}; ///< of the hopping kernels, as in their cells
  std::optional<double> verification_site_tolerance = {};
};

/// One measured and verified memory kernel.
struct MemoryCell {
  std::string kernel; ///< "axpy (KITT)", "axpy (Kokkos Kernels)", "read", "copy", "triad"
  int l = 0;
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
  Precision precision = Precision::single_precision;
  EnergyUse energy = {};
};

/// One measured and verified exchange of faces with nothing behind it. All faces have the same
/// size.
struct HaloCell {
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
/// What is sent; sent and received together, twice that.
HaloRate one_way(HaloCell const& cell);
HaloRate both_ways(HaloCell const& cell);

inline constexpr char const* halo_kernel = "halo"; ///< As its cells name it.
/// How a cell's key names what was exchanged how: "xyzt/shm".
std::string halo_variant(std::string const& directions, std::string const& transport);

/// What Kokkos Tools call the region in which a cell is measured: "kitt::cell DWF4 L=16 Ls=16
/// single columns-4.4/overlap".
std::string region_name(CellKey const& key);
/// What makes this cell another than the rest.
CellKey key_of(HoppingCell const& cell);
CellKey key_of(HaloCell const& cell);
CellKey key_of(MemoryCell const& cell);

} // namespace kitt::perf
