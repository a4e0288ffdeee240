// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/ceilings/measure_ceilings.hpp"

#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"
#include "perf/ceilings/bandwidth.hpp"
#include "perf/ceilings/peak.hpp"
#include "perf/ceilings/thread_kernels.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <new>
#include <optional>
#include <utility>

namespace kitt::perf {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr auto no_limit = std::numeric_limits<std::size_t>::max();

/// Allocates the largest working set. Returns nothing on all ranks if any rank gets no memory.
std::optional<WorkingSet> largest_set(std::size_t bytes, CeilingOptions const& options) {
  std::optional<WorkingSet> set;
  try {
    set.emplace(bytes);
  } catch (std::bad_alloc const&) {
  } catch (UserError const&) {
  }
  return options.slowest(set ? 0 : 1) > 0 ? std::nullopt : std::move(set);
}

int visits_of(BandwidthPoint const& point, CeilingOptions const& options) {
  bool const in_memory = options.cached_bytes > 0 && point.working_set_bytes > options.cached_bytes;
  return in_memory ? options.memory_visits : options.visits;
}

/// Measures one kernel on all working sets, in several series of calls, so that a temporary
/// disturbance affects only few series of each set. Begins with the smallest set, because data that
/// it leaves in caches belongs to the next set.
void measure_stream(std::vector<BandwidthPoint>& curve, double BandwidthPoint::*figure,
                    StreamKernel kernel, WorkingSet const& largest, CeilingOptions const& options) {
  std::vector<StreamTimer> timers;
  timers.reserve(curve.size());
  for (auto const& point : curve)
    timers.emplace_back(largest.first(point.working_set_bytes), kernel, options.seconds_per_call);
  for (int visit = 0; visit < std::max(options.visits, options.memory_visits); ++visit)
    for (std::size_t i = 0; i < curve.size(); ++i)
      if (visit < visits_of(curve[i], options))
        timers[i].visit(options.seconds_per_visit, options.slowest);
  for (std::size_t i = 0; i < curve.size(); ++i)
    curve[i].*figure = timers[i].gb_per_s();
}

std::vector<BandwidthPoint> measure_curve(CeilingOptions const& options) {
  std::vector<BandwidthPoint> curve;
  if (options.working_sets.empty())
    return curve;
  auto const largest = largest_set(options.working_sets.back(), options);
  if (!largest)
    return curve;
  for (auto const bytes : options.working_sets)
    if (auto const set = largest->first(bytes).bytes();
        curve.empty() || set > curve.back().working_set_bytes)
      curve.push_back({.working_set_bytes = set});
  measure_stream(curve, &BandwidthPoint::read_gb_per_s, StreamKernel::read, *largest, options);
  measure_stream(curve, &BandwidthPoint::copy_gb_per_s, StreamKernel::copy, *largest, options);
  measure_stream(curve, &BandwidthPoint::triad_gb_per_s, StreamKernel::triad, *largest, options);
  measure_stream(curve, &BandwidthPoint::update_gb_per_s, StreamKernel::update, *largest, options);
  return curve;
}

/// Measures the clock once, and updates the highest and lowest clock so far.
void measure_clock(Ceilings& ceilings, BestPolicy const& policy) {
  if constexpr (BackendTraits<ExecutionSpace>::on_host) { // only a CPU's clock is measured
    auto shorter = policy;
    shorter.seconds /= 4;
    auto const ghz = measured_clock_ghz(shorter);
    ceilings.lowest_clock_ghz =
        ceilings.clock_ghz > 0 ? std::min(ceilings.lowest_clock_ghz, ghz) : ghz;
    ceilings.clock_ghz = std::max(ceilings.clock_ghz, ghz);
  }
}

std::string mib_text(std::size_t bytes) {
  return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / static_cast<double>(mib));
}

/// Adds a level with a working set of at most `most` bytes (0 if unknown). Lists the level as
/// missing if the set would have less than `least` bytes, because a smaller set would not show the
/// level.
void add_level(CeilingOptions& options, CeilingLevel level, std::size_t least, std::size_t most) {
  if (most > 0)
    level.working_set_bytes = std::min(level.working_set_bytes, most);
  if (level.working_set_bytes >= least)
    options.levels.push_back(level);
  else
    options.missing.push_back(
        fmt::format("{} (at least {} are needed to show it, but only {} are available)",
                    level.level, mib_text(least), mib_text(most)));
}

} // namespace

void CeilingOptions::shorten(double share) {
  share = std::clamp(share, 0.125, 1.0);
  seconds_per_peak *= share;
  seconds_per_visit *= share;
  seconds_per_call *= std::min(1.0, 2 * share);
  if (share < 0.25) {
    visits = 1;
    memory_visits = std::min(memory_visits, 2);
  }
}

CeilingOptions ceiling_options(comms::Binding const& binding, std::size_t most_bytes,
                               CeilingEffort effort) {
  CeilingOptions options;
  bool const quick = effort == CeilingEffort::quick;
  if (quick) {
    options.seconds_per_peak = 0.02;
    options.visits = 2;
    options.memory_visits = 6;
    options.seconds_per_visit = 8e-3;
  }
  std::size_t first = 0;
  std::size_t last = 0;
  for (auto const& cache : binding.caches) {
    if (cache.total_bytes <= last)
      continue;
    auto const half = cache.total_bytes / 2;
    first = first == 0 ? half : first;
    auto const alone = last == 0 ? half : std::min(2 * last, (last + cache.total_bytes) / 2);
    add_level(options, {fmt::format("L{}", cache.level), alone, cache.total_bytes}, alone,
              most_bytes);
    last = cache.total_bytes;
  }
  options.cached_bytes = last;
  // The memory level has a smaller set in a quick measurement, because its first touch would take
  // most of the time. Virtual machines may state caches of hundreds of MiB. Sets that are larger
  // than such a cache are then also visited less often.
  auto const least = last + last / 2; // a smaller set would not show the memory
  bool const large_cache = quick && last > 128 * mib;
  if (large_cache)
    options.memory_visits = options.visits + 1;
  auto const memory = large_cache ? least
                                  : std::max({(quick && last > 0 ? 64 : 256) * mib, 2 * last,
                                              std::min(256 * mib, 4 * last)});
  add_level(options, {"memory", memory, no_limit}, least, most_bytes);
  if (first == 0)
    first = static_cast<std::size_t>(std::max(1, binding.threads())) * (mib / 32);
  auto const largest = most_bytes > 0 ? std::min(memory, most_bytes) : memory;
  options.working_sets = working_sets(std::min(first, largest), largest, quick ? 2 : 1.5);
  return options;
}

std::size_t most_ceiling_bytes(std::size_t node_bytes, std::size_t rank_bytes, int ranks_on_node) {
  auto const of_node = node_bytes / 16 / static_cast<std::size_t>(ranks_on_node);
  auto const of_rank = rank_bytes / 2;
  return of_node == 0 || of_rank == 0 ? std::max(of_node, of_rank) : std::min(of_node, of_rank);
}

Ceilings measure_ceilings(CeilingOptions const& options) {
  BestPolicy const policy{.seconds = options.seconds_per_peak,
                          .minimum_repetitions = options.minimum_repetitions,
                          .seconds_per_call = options.seconds_per_call,
                          .slowest = options.slowest};
  Ceilings result;
  result.threads = detail::thread_count();
  result.single_lanes = native_lanes<float>;
  result.double_lanes = native_lanes<double>;
  // Measures the clock before, between and after the peaks, to know the clock at the time of the
  // peaks, or that it varies.
  measure_clock(result, policy);
  result.single_gflops_per_s = multiply_add_peak<float>(policy);
  measure_clock(result, policy);
  result.double_gflops_per_s = multiply_add_peak<double>(policy);
  measure_clock(result, policy);
  result.curve = measure_curve(options);
  result.levels = levels_of(result.curve, options.levels);
  result.missing = options.missing;
  if (result.curve.empty())
    for (auto const& level : options.levels)
      result.missing.push_back(fmt::format("{} (the system refused {} for it)", level.level,
                                           mib_text(options.working_sets.back())));
  return result;
}

} // namespace kitt::perf
