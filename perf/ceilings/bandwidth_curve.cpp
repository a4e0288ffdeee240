// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/bandwidth_curve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace kitt::perf {

namespace {

using Curve = std::vector<BandwidthPoint>;

double set_of(BandwidthPoint const& point) {
  return static_cast<double>(point.working_set_bytes);
}

/// Returns the best bandwidth of a point and of all points with larger sets.
double best_from(Curve const& curve, Curve::const_iterator point,
                 Streams streams = Streams::written) {
  double best = 0;
  for (; point != curve.end(); ++point)
    best = std::max(best, point->best_gb_per_s(streams));
  return best;
}

template <class Bandwidths>
double best_of(Bandwidths const& figures, Streams streams) {
  if (streams == Streams::read)
    return figures.read_gb_per_s;
  auto const written =
      std::max({figures.read_gb_per_s, figures.copy_gb_per_s, figures.triad_gb_per_s});
  return streams == Streams::written ? written : std::max(written, figures.update_gb_per_s);
}

Curve::const_iterator nearest(Curve const& curve, std::size_t bytes) {
  auto const distance = [&](BandwidthPoint const& point) {
    return std::abs(std::log(set_of(point) / static_cast<double>(bytes)));
  };
  return std::min_element(curve.begin(), curve.end(),
                          [&](auto const& a, auto const& b) { return distance(a) < distance(b); });
}

/// Raises each bandwidth of a level to the bandwidth of a point, if that is higher.
void raise(LevelBandwidth& level, BandwidthPoint const& point) {
  level.read_gb_per_s = std::max(level.read_gb_per_s, point.read_gb_per_s);
  level.copy_gb_per_s = std::max(level.copy_gb_per_s, point.copy_gb_per_s);
  level.triad_gb_per_s = std::max(level.triad_gb_per_s, point.triad_gb_per_s);
  level.update_gb_per_s = std::max(level.update_gb_per_s, point.update_gb_per_s);
}

/// Returns the largest working set that still runs at the given bandwidth; 0 if unknown.
std::size_t set_served_at(Curve const& curve, double gb_per_s) {
  auto point = curve.begin();
  while (point != curve.end() && best_from(curve, point) >= gb_per_s)
    ++point;
  if (point == curve.begin() || point == curve.end())
    return 0;
  auto const& last = *std::prev(point);
  auto const above = best_from(curve, std::prev(point));
  auto const below = best_from(curve, point);
  auto const share = std::log(above / gb_per_s) / std::log(above / below);
  return static_cast<std::size_t>(set_of(last) * std::pow(set_of(*point) / set_of(last), share));
}

} // namespace

double BandwidthPoint::best_gb_per_s(Streams streams) const {
  return best_of(*this, streams);
}

double LevelBandwidth::best_gb_per_s(Streams streams) const {
  return best_of(*this, streams);
}

std::vector<std::size_t> working_sets(std::size_t first, std::size_t last, double factor) {
  auto const ratio = static_cast<double>(last) / static_cast<double>(first);
  auto const steps = ratio > 1 ? std::ceil(std::log(ratio) / std::log(factor)) : 0;
  std::vector<std::size_t> sets;
  for (double step = 0; step < steps; ++step)
    sets.push_back(
        static_cast<std::size_t>(static_cast<double>(first) * std::pow(ratio, step / steps)));
  sets.push_back(last);
  return sets;
}

double bandwidth_at(Curve const& curve, std::size_t working_set_bytes, Streams streams) {
  auto const next = std::find_if(curve.begin(), curve.end(), [&](auto const& point) {
    return point.working_set_bytes >= working_set_bytes;
  });
  if (next == curve.begin() || next == curve.end())
    return best_from(curve, next == curve.end() ? std::prev(next) : next, streams);
  auto const below = best_from(curve, next, streams);
  auto const above = best_from(curve, std::prev(next), streams);
  auto const from = set_of(*std::prev(next));
  auto const share =
      std::log(static_cast<double>(working_set_bytes) / from) / std::log(set_of(*next) / from);
  return above * std::pow(below / above, share);
}

std::vector<LevelBandwidth> levels_of(Curve const& curve, std::vector<CeilingLevel> const& levels) {
  std::vector<LevelBandwidth> result;
  if (curve.empty())
    return result;
  for (auto const& level : levels) {
    auto point = nearest(curve, level.working_set_bytes);
    LevelBandwidth found{.level = level.level,
                         .working_set_bytes = point->working_set_bytes,
                         .capacity_bytes = level.capacity_bytes};
    for (; point != curve.end(); ++point)
      raise(found, *point);
    result.push_back(found);
  }
  for (std::size_t i = 0; i + 1 < result.size(); ++i) {
    constexpr double alike = 1.1;
    auto const own = bandwidth_at(curve, result[i].working_set_bytes);
    auto const next = bandwidth_at(curve, result[i + 1].working_set_bytes);
    if (own > alike * next)
      result[i].effective_bytes = set_served_at(curve, std::sqrt(own * next));
  }
  return result;
}

} // namespace kitt::perf
