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
/// Bandwidth against the working set. What a cache gives is read off this curve: the size that a
/// machine states may be shared with others, or be that of another machine.

namespace kitt::perf {

/// What a kernel does with its streams. This decides which measured kernels bound it. Each kind may
/// also do what the kinds before it do. `read`: it writes nothing. `written`: it writes data that
/// it has not read, so that caches fetch the data first. `updated`: it changes some of the data
/// that it reads in place.
enum class Streams { read, written, updated };
constexpr auto names_of(Streams) {
  return std::array{"read", "written", "updated"};
}

/// Bandwidth through one working set. Base-10 GB; read counts one stream, copy two, triad
/// (z = a x + y) and update (y = k y + s x) three; write-allocate traffic is not counted. Each is
/// the best of several tries: a ceiling asks what the machine can do, not what it did on average.
struct BandwidthPoint {
  std::size_t working_set_bytes = 0; ///< of all threads together
  double read_gb_per_s = 0;
  double copy_gb_per_s = 0;
  double triad_gb_per_s = 0;
  double update_gb_per_s = 0; ///< 0 in older records

  /// Returns the best of the kernels that do no more with their streams.
  double best_gb_per_s(Streams streams = Streams::written) const;
};
constexpr auto fields_of(BandwidthPoint const*) {
  return kitt::fields(
      figure("working_set_bytes", &BandwidthPoint::working_set_bytes, "bytes",
             "all threads of a node")
          .at_least(1),
      figure("read_gb_per_s", &BandwidthPoint::read_gb_per_s, "GB/s",
             "10^9 bytes per second, one stream")
          .above(0),
      figure("copy_gb_per_s", &BandwidthPoint::copy_gb_per_s, "GB/s", "two streams").above(0),
      figure("triad_gb_per_s", &BandwidthPoint::triad_gb_per_s, "GB/s", "three streams").above(0),
      figure("update_gb_per_s", &BandwidthPoint::update_gb_per_s, "GB/s",
             "three streams of two arrays: y = k y + s x in place")
          .above(0)
          .or_absent());
}

/// Bandwidth of one level of the memory hierarchy: that of a working set which it alone holds.
struct LevelBandwidth {
  std::string level;                 ///< "L1", "L2", "L3", "memory"
  std::size_t working_set_bytes = 0; ///< that it was measured with, of all threads together
  /// All threads' caches of that level, as the machine states; that of memory has no limit here.
  std::size_t capacity_bytes = std::numeric_limits<std::size_t>::max();
  double read_gb_per_s = 0;
  double copy_gb_per_s = 0;
  double triad_gb_per_s = 0;
  /// Up to this working set the level serves, as found; 0: not known, or no limit.
  std::size_t effective_bytes = 0;
  double update_gb_per_s = 0; ///< 0 in older records

  /// Returns the best of the kernels that do no more with their streams.
  double best_gb_per_s(Streams streams = Streams::written) const;
};
constexpr auto fields_of(LevelBandwidth const*) {
  return kitt::fields(
      field("level", &LevelBandwidth::level, "L1, L2, L3, memory"),
      figure("working_set_bytes", &LevelBandwidth::working_set_bytes, "bytes",
             "all threads of a node")
          .at_least(1),
      figure("capacity_bytes", &LevelBandwidth::capacity_bytes, "bytes",
             "of the level, all threads of a node; null for memory; null: unknown or not measured")
          .at_least(1)
          .or_null(),
      figure("read_gb_per_s", &LevelBandwidth::read_gb_per_s, "GB/s",
             "10^9 bytes per second, one stream")
          .above(0),
      figure("copy_gb_per_s", &LevelBandwidth::copy_gb_per_s, "GB/s", "two streams").above(0),
      figure("triad_gb_per_s", &LevelBandwidth::triad_gb_per_s, "GB/s", "three streams").above(0),
      figure("update_gb_per_s", &LevelBandwidth::update_gb_per_s, "GB/s",
             "three streams of two arrays: y = k y + s x in place")
          .above(0)
          .or_absent(),
      figure("effective_bytes", &LevelBandwidth::effective_bytes, "bytes",
             "bytes of working set, all threads, up to which the level serves, as found on the "
             "curve; absent: not known, or no limit")
          .at_least(1)
          .or_absent());
}

/// A level to be found on the curve.
struct CeilingLevel {
  std::string level;
  std::size_t working_set_bytes = 0; ///< which it holds and a faster level does not
  std::size_t capacity_bytes = 0;
};

/// Working sets from `first` to `last`, each at most `factor` times the one before.
std::vector<std::size_t> working_sets(std::size_t first, std::size_t last, double factor);

/// Returns the bandwidth of a working set in base-10 GB/s: the best of the kernels that do no more
/// with their streams. If a larger set was faster, its bandwidth counts, since a smaller set can be
/// no slower. Between two points the curve is a power law. Beyond an end it is constant. `curve`
/// has at least one point, and begins with the smallest set.
double bandwidth_at(std::vector<BandwidthPoint> const& curve, std::size_t working_set_bytes,
                    Streams streams = Streams::written);

/// Returns each level with the figures of the curve at the point nearest to its working set. Here,
/// too, the figures of a larger set count if it was faster, so that a level and the curve agree. A
/// cache serves up to where the curve has come down half of the way, on a scale of ratios, to the
/// next level's bandwidth; where the two are within a tenth of each other that is not known.
std::vector<LevelBandwidth> levels_of(std::vector<BandwidthPoint> const& curve,
                                      std::vector<CeilingLevel> const& levels);

} // namespace kitt::perf
