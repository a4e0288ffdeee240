// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/communicator.hpp"
#include "perf/record/cell_parts.hpp"
#include "perf/tuning/tuning_cache.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// Chosen order, with its origin.
struct TunedOrder {
  perf::TuningEntry entry;
  std::string source; ///< origin: "searched" or "cache file"

  /// Returns the order and its origin in the form of a cell.
  perf::Tuning note() const;
};

/// Tuner that chooses orders of sites, so that all ranks use one order. Rank 0 reads the cache file
/// and broadcasts the order. If the file has no order for a key, all ranks search together and use
/// the times of the slowest rank.
class Tuner {
public:
  /// Functions that a search calls on all ranks.
  struct OrderCalls {
    std::function<double(Order const&)> seconds; ///< returns seconds per call of the slowest rank
    std::function<bool(Order const&)>
        is_right; ///< returns whether the result of all ranks is right
  };
  using Warn = std::function<void(std::string const&)>;

  /// Opens the cache file on rank 0. Requires that `world` outlives this object.
  Tuner(perf::TuneMode mode, comms::Communicator const& world, perf::RecordHeader const& header,
        Warn warn);

  perf::TuneMode mode() const { return mode_; }
  /// Returns a text like "quick; chosen orders are kept in PATH".
  std::string description() const;

  /// Returns the order for `key` from the cache file, or the fastest of the candidates.
  /// `mflop_per_node`: 10^6 flops of one call on a node. Returns nothing if one of the best
  /// candidates gave a wrong result. Collective.
  std::optional<TunedOrder> choose(perf::TuningKey const& key, std::vector<Order> const& candidates,
                                   double mflop_per_node, OrderCalls const& calls);

private:
  std::optional<perf::TuningEntry> remembered(perf::TuningKey const& key) const;
  std::optional<perf::TuningEntry> found(std::vector<Order> const& candidates,
                                         double mflop_per_node, OrderCalls const& calls) const;
  void pass_on_warnings();

  perf::TuneMode mode_;
  comms::Communicator const& world_;
  Warn warn_;
  std::optional<perf::TuningCache> cache_; ///< empty except on rank 0, or if there is no folder
  std::size_t warned_ = 0;
};

} // namespace kitt::miniapp
