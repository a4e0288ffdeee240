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

/// None, on all ranks, if any of them gets no memory for it.
std::optional<WorkingSet> working_set(std::size_t bytes, BestPolicy const& policy) {
  std::optional<WorkingSet> set;
  try {
    set.emplace(bytes);
  } catch (std::bad_alloc const&) {
  } catch (UserError const&) {
  }
  return policy.slowest(set ? 0 : 1) > 0 ? std::nullopt : std::move(set);
}

std::optional<LevelBandwidth> measure_level(CeilingLevel const& level, BestPolicy const& policy) {
  auto set = working_set(level.working_set_bytes, policy);
  if (!set)
    return std::nullopt;
  return LevelBandwidth{.level = level.level,
                        .working_set_bytes = set->bytes(),
                        .capacity_bytes = level.capacity_bytes,
                        .read_gb_per_s = stream_bandwidth(*set, StreamKernel::read, policy),
                        .copy_gb_per_s = stream_bandwidth(*set, StreamKernel::copy, policy),
                        .triad_gb_per_s = stream_bandwidth(*set, StreamKernel::triad, policy)};
}

std::string mib_text(std::size_t bytes) {
  return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / static_cast<double>(mib));
}

/// Adds a level, with a working set of no more than `most` bytes (0: unknown); one of less than
/// `least` would not show it.
void add_level(CeilingOptions& options, CeilingLevel level, std::size_t least, std::size_t most) {
  if (most > 0)
    level.working_set_bytes = std::min(level.working_set_bytes, most);
  if (level.working_set_bytes >= least)
    options.levels.push_back(level);
  else
    options.missing.push_back(fmt::format("{} (it takes {} or more to show it; {} may be had)",
                                          level.level, mib_text(least), mib_text(most)));
}

} // namespace

CeilingOptions ceiling_options(comms::Binding const& binding, std::size_t most_bytes,
                               CeilingEffort effort) {
  CeilingOptions options;
  bool const quick = effort == CeilingEffort::quick;
  if (quick)
    options.seconds_per_figure = 0.02;
  std::size_t last = 0;
  for (auto const& cache : binding.caches) {
    if (cache.total_bytes <= last)
      continue;
    auto const half = cache.total_bytes / 2;
    add_level(options, {fmt::format("L{}", cache.level), half, cache.total_bytes},
              std::min(half, 2 * last), most_bytes);
    last = cache.total_bytes;
  }
  // Most of a quick measurement went into the first touch of this memory.
  auto const memory =
      std::max({(quick && last > 0 ? 64 : 256) * mib, 2 * last, std::min(256 * mib, 4 * last)});
  add_level(options, {"memory", memory, no_limit}, last + last / 2, most_bytes);
  return options;
}

std::size_t most_ceiling_bytes(std::size_t node_bytes, std::size_t rank_bytes, int ranks_on_node) {
  auto const of_node = node_bytes / 16 / static_cast<std::size_t>(ranks_on_node);
  auto const of_rank = rank_bytes / 2;
  return of_node == 0 || of_rank == 0 ? std::max(of_node, of_rank) : std::min(of_node, of_rank);
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
  result.missing = options.missing;
  for (auto const& level : options.levels) {
    if (auto const found = measure_level(level, policy))
      result.levels.push_back(*found);
    else
      result.missing.push_back(fmt::format("{} (the system refused {} for it)", level.level,
                                           mib_text(level.working_set_bytes)));
  }
  return result;
}

} // namespace kitt::perf
