// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/ceilings.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace kitt::perf {

constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

double peak_of(Ceilings const& ceilings, Precision precision) {
  return precision == Precision::single_precision ? ceilings.single_gflops_per_s
                                                  : ceilings.double_gflops_per_s;
}

double LevelBandwidth::best_gb_per_s() const {
  return std::max({read_gb_per_s, copy_gb_per_s, triad_gb_per_s});
}

Ceilings better_of(Ceilings const& a, Ceilings const& b) {
  auto result = a;
  auto const raise = [](double& figure, double other) { figure = std::max(figure, other); };
  raise(result.single_gflops_per_s, b.single_gflops_per_s);
  raise(result.double_gflops_per_s, b.double_gflops_per_s);
  raise(result.clock_ghz, b.clock_ghz);
  for (auto& level : result.levels)
    for (auto const& other : b.levels)
      if (other.level == level.level) {
        raise(level.read_gb_per_s, other.read_gb_per_s);
        raise(level.copy_gb_per_s, other.copy_gb_per_s);
        raise(level.triad_gb_per_s, other.triad_gb_per_s);
      }
  return result;
}

Ceilings ceilings_per_node(Ceilings const& own, std::function<double(double)> const& sum,
                           int nodes) {
  auto const per_node = [&](double value) { return sum(value) / nodes; };
  auto const bytes_per_node = [&](std::size_t bytes) {
    return bytes == no_limit ? no_limit
                             : static_cast<std::size_t>(per_node(static_cast<double>(bytes)));
  };
  auto result = own;
  result.threads = static_cast<int>(per_node(own.threads));
  result.single_gflops_per_s = per_node(own.single_gflops_per_s);
  result.double_gflops_per_s = per_node(own.double_gflops_per_s);
  result.clock_ghz = sum(own.clock_ghz) / sum(1);
  for (auto& level : result.levels)
    level = {.level = level.level,
             .working_set_bytes = bytes_per_node(level.working_set_bytes),
             .capacity_bytes = bytes_per_node(level.capacity_bytes),
             .read_gb_per_s = per_node(level.read_gb_per_s),
             .copy_gb_per_s = per_node(level.copy_gb_per_s),
             .triad_gb_per_s = per_node(level.triad_gb_per_s)};
  return result;
}

SustainedBandwidth sustained_bandwidth(Ceilings const& ceilings, std::size_t working_set_bytes) {
  auto const& levels = ceilings.levels;
  auto const level = std::find_if(levels.begin(), levels.end(), [&](auto const& candidate) {
    return working_set_bytes <= candidate.capacity_bytes;
  });
  if (level == levels.end())
    return {};
  SustainedBandwidth result{level->level, level->best_gb_per_s()};
  if (level == levels.begin())
    return result;
  auto const& faster = *std::prev(level);
  auto const share = static_cast<double>(faster.capacity_bytes) /
                     static_cast<double>(std::max<std::size_t>(1, working_set_bytes));
  if (share < 1 && faster.best_gb_per_s() > result.gb_per_s && result.gb_per_s > 0)
    result.gb_per_s = 1 / (share / faster.best_gb_per_s() + (1 - share) / result.gb_per_s);
  return result;
}

Bound binding_ceiling(Ceilings const& ceilings, Precision precision, double flops, double bytes,
                      std::size_t working_set_bytes) {
  Bound const peak{fmt::format("{} multiply-add peak", to_string(precision)),
                   peak_of(ceilings, precision)};
  auto const sustained = sustained_bandwidth(ceilings, working_set_bytes);
  if (sustained.level.empty() || bytes <= 0)
    return peak;
  Bound const from_memory{sustained.level + " bandwidth", flops / bytes * sustained.gb_per_s};
  return from_memory.gflops_per_s < peak.gflops_per_s ? from_memory : peak;
}

} // namespace kitt::perf
