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

/// A chosen order and where it comes from.
struct TunedOrder {
  perf::TuningEntry entry;
  std::string source; ///< "searched" or "cache file"

  /// The choice in the words of a record's cell.
  perf::Tuning note() const;
};

/// Chooses orders for all ranks alike: rank 0 reads the cache file and its choice is broadcast;
/// where it has none all ranks search together, by the slowest rank's times.
class Tuner {
public:
  /// What a search calls, on all ranks.
  struct OrderCalls {
    std::function<double(Order const&)> seconds; ///< per call, slowest rank's
    std::function<bool(Order const&)> is_right;  ///< the result of all ranks
  };
  using Warn = std::function<void(std::string const&)>;

  /// `world` must outlive this.
  Tuner(perf::TuneMode mode, comms::Communicator const& world, perf::RecordHeader const& header,
        Warn warn);

  perf::TuneMode mode() const { return mode_; }
  /// "quick; chosen orders are kept in PATH"
  std::string description() const;

  /// Collective. None if one of the best candidates gave a wrong result. `mflop_per_node`: of one
  /// call.
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
  std::optional<perf::TuningCache> cache_; ///< on rank 0, where there is a place for it
  std::size_t warned_ = 0;
};

} // namespace kitt::miniapp
