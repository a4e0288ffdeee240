// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

/// \file
/// Bandwidth as a function of the working set. The bandwidth of a cache is read from the
/// curve. The cache size that a machine states is not reliable: the cache may be shared with
/// others, or the size may belong to another machine.

namespace kitt::perf {

/// Use of memory streams by a kernel. The use decides which measured kernels bound the kernel. Each
/// kind includes the kinds before it. `read`: the kernel writes nothing. `written`: the kernel
/// writes data that it has not read, so that caches fetch the data first. `updated`: the kernel
/// changes some of the data that it reads in place.
enum class Streams { read, written, updated };
constexpr auto names_of(Streams) {
  return std::array{"read", "written", "updated"};
}

/// Bandwidths of one working set, in 10^9 bytes/s. The bandwidth of read counts one stream, of copy
/// two, of triad (z = a x + y) and update (y = k y + s x) three. Write-allocate traffic is not
/// counted. Each value is the best of several measurements, because a ceiling is the highest rate
/// of the machine, not its average.
struct BandwidthPoint {
  std::size_t working_set_bytes = 0; ///< bytes of all threads together
  double read_gb_per_s = 0;
  double copy_gb_per_s = 0;
  double triad_gb_per_s = 0;
  double update_gb_per_s = 0; ///< bandwidth of update

  /// Returns the best bandwidth of the measured kernels whose use of streams is `streams` or a
  /// simpler one.
  double best_gb_per_s(Streams streams = Streams::written) const;
};
constexpr auto fields_of(BandwidthPoint const*) {
  return kitt::fields(
      figure("working_set_bytes", &BandwidthPoint::working_set_bytes, "bytes",
             "size of the working set, all threads of a node")
          .at_least(1),
      figure("read_gb_per_s", &BandwidthPoint::read_gb_per_s, "GB/s",
             "bandwidth of read in 10^9 bytes/s, one stream")
          .above(0),
      figure("copy_gb_per_s", &BandwidthPoint::copy_gb_per_s, "GB/s",
             "bandwidth of copy, two streams")
          .above(0),
      figure("triad_gb_per_s", &BandwidthPoint::triad_gb_per_s, "GB/s",
             "bandwidth of triad, three streams")
          .above(0),
      figure("update_gb_per_s", &BandwidthPoint::update_gb_per_s, "GB/s",
             "bandwidth of update in place (y = k y + s x), three streams of two arrays")
          .above(0));
}

/// Bandwidths of one level of the memory hierarchy, measured with a working set that fits into the
/// level but not into a faster level.
struct LevelBandwidth {
  std::string level;                 ///< name of the level: "L1", "L2", "L3" or "memory"
  std::size_t working_set_bytes = 0; ///< bytes of the measured working set, all threads together
  /// Total bytes of the level's caches of all threads, as the machine states them. Memory has no
  /// limit.
  std::size_t capacity_bytes = std::numeric_limits<std::size_t>::max();
  double read_gb_per_s = 0;
  double copy_gb_per_s = 0;
  double triad_gb_per_s = 0;
  /// Largest working set that the level serves, read from the curve; 0 if unknown or without limit.
  std::size_t effective_bytes = 0;
  double update_gb_per_s = 0; ///< bandwidth of update

  /// Returns the best bandwidth of the measured kernels whose use of streams is `streams` or a
  /// simpler one.
  double best_gb_per_s(Streams streams = Streams::written) const;
};
constexpr auto fields_of(LevelBandwidth const*) {
  return kitt::fields(
      field("level", &LevelBandwidth::level, "L1, L2, L3, memory").column("Level"),
      figure("working_set_bytes", &LevelBandwidth::working_set_bytes, "bytes",
             "size of the measured working set, all threads of a node")
          .at_least(1)
          .column("Measured with", as::bytes()),
      figure("capacity_bytes", &LevelBandwidth::capacity_bytes, "bytes",
             "capacity of the level, all threads of a node; null for memory, and if unknown or not "
             "measured")
          .at_least(1)
          .or_null()
          .column("Size as stated", as::bytes()),
      figure("read_gb_per_s", &LevelBandwidth::read_gb_per_s, "GB/s",
             "bandwidth of read in 10^9 bytes/s, one stream")
          .above(0)
          .column("Read (GB/s)"),
      figure("copy_gb_per_s", &LevelBandwidth::copy_gb_per_s, "GB/s",
             "bandwidth of copy, two streams")
          .above(0)
          .column("Copy (GB/s)"),
      figure("triad_gb_per_s", &LevelBandwidth::triad_gb_per_s, "GB/s",
             "bandwidth of triad, three streams")
          .above(0)
          .column("Triad (GB/s)"),
      figure("update_gb_per_s", &LevelBandwidth::update_gb_per_s, "GB/s",
             "bandwidth of update in place (y = k y + s x), three streams of two arrays")
          .above(0)
          .column("Update (GB/s)"),
      figure("effective_bytes", &LevelBandwidth::effective_bytes, "bytes",
             "largest working set of all threads that the level serves, read from the curve; "
             "absent if unknown or without limit")
          .at_least(1)
          .or_absent()
          .column("Effective size", as::bytes()));
}

/// A level to find on the curve.
struct CeilingLevel {
  std::string level;
  /// bytes of a set that this level holds and a faster level does not
  std::size_t working_set_bytes = 0;
  std::size_t capacity_bytes = 0;
};

/// Returns working sets from `first` to `last` bytes. Each working set is at most `factor` times as
/// large as the next smaller one.
std::vector<std::size_t> working_sets(std::size_t first, std::size_t last, double factor);

/// Returns the bandwidth of a working set in 10^9 bytes/s: the best of the measured kernels whose
/// use of streams is `streams` or a simpler one. If a larger set was faster, its bandwidth counts,
/// because a smaller set cannot be slower. Between two points the curve is a power law; beyond its
/// ends it is constant. `curve` has at least one point, and begins with the smallest set.
double bandwidth_at(std::vector<BandwidthPoint> const& curve, std::size_t working_set_bytes,
                    Streams streams = Streams::written);

/// Returns each level with the bandwidths of the curve at the point nearest to its working set. If
/// a larger set was faster, its bandwidth counts, so that a level and the curve agree. The size
/// that a cache serves ends where the curve has come down half-way, on a logarithmic scale, to the
/// bandwidth of the next level. The size of a cache is unknown if the two bandwidths differ by less
/// than 10 %.
std::vector<LevelBandwidth> levels_of(std::vector<BandwidthPoint> const& curve,
                                      std::vector<CeilingLevel> const& levels);

} // namespace kitt::perf
