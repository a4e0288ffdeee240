// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings.hpp"

#include "core/backend_traits.hpp"
#include "perf/bandwidth.hpp"
#include "perf/detail/thread_kernels.hpp"
#include "perf/peak.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace kitt::perf {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

LevelBandwidth measure_level(CeilingLevel const& level, BestPolicy const& policy) {
  WorkingSet set(level.working_set_bytes);
  return {.level = level.level,
          .working_set_bytes = set.bytes(),
          .capacity_bytes = level.capacity_bytes,
          .read_gb_per_s = stream_bandwidth(set, Traffic::read, policy),
          .copy_gb_per_s = stream_bandwidth(set, Traffic::copy, policy),
          .triad_gb_per_s = stream_bandwidth(set, Traffic::triad, policy)};
}

} // namespace

double peak_of(Ceilings const& ceilings, Precision precision) {
  return precision == Precision::single_precision ? ceilings.single_gflops_per_s
                                                  : ceilings.double_gflops_per_s;
}

double LevelBandwidth::best_gb_per_s() const {
  return std::max({read_gb_per_s, copy_gb_per_s, triad_gb_per_s});
}

CeilingOptions ceiling_options(comms::Binding const& binding, std::size_t available_bytes,
                               CeilingEffort effort) {
  CeilingOptions options;
  bool const quick = effort == CeilingEffort::quick;
  if (quick)
    options.seconds_per_figure = 0.02;
  std::size_t last = 0;
  for (auto const& cache : binding.caches) {
    if (cache.total_bytes <= last)
      continue;
    last = cache.total_bytes;
    options.levels.push_back({fmt::format("L{}", cache.level), last / 2, last});
  }
  // Most of a quick measurement went into the first touch of this memory.
  auto memory = std::max((quick && last > 0 ? 64 : 256) * mib, 4 * last);
  if (available_bytes > 0)
    memory = std::min(memory, available_bytes / 4);
  options.levels.push_back({"memory", memory, std::numeric_limits<std::size_t>::max()});
  return options;
}

Ceilings measure_ceilings(CeilingOptions const& options) {
  BestPolicy const policy{options.seconds_per_figure, options.minimum_repetitions, options.slowest};
  Ceilings result;
  result.threads = detail::thread_count();
  result.single_lanes = native_lanes<float>;
  result.double_lanes = native_lanes<double>;
  result.single_gflops_per_s = multiply_add_peak<float>(policy);
  result.double_gflops_per_s = multiply_add_peak<double>(policy);
  if constexpr (BackendTraits<ExecutionSpace>::on_host) // it is the CPU's
    result.clock_ghz =
        measured_clock_ghz({policy.seconds / 4, policy.minimum_repetitions, policy.slowest});
  for (auto const& level : options.levels)
    result.levels.push_back(measure_level(level, policy));
  return result;
}

Ceilings ceilings_per_node(Ceilings const& own, std::function<double(double)> const& sum,
                           int nodes) {
  constexpr auto no_limit = std::numeric_limits<std::size_t>::max();
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

Feed feed_of(Ceilings const& ceilings, std::size_t working_set_bytes) {
  auto const& levels = ceilings.levels;
  if (levels.empty())
    return {};
  auto level = std::find_if(levels.begin(), std::prev(levels.end()), [&](auto const& candidate) {
    return working_set_bytes <= candidate.capacity_bytes;
  });
  Feed result{level->level, level->best_gb_per_s()};
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
  auto const feed = feed_of(ceilings, working_set_bytes);
  if (feed.level.empty() || bytes <= 0)
    return peak;
  Bound const fed{feed.level + " bandwidth", flops / bytes * feed.gb_per_s};
  return fed.gflops_per_s < peak.gflops_per_s ? fed : peak;
}

} // namespace kitt::perf
