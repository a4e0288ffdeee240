// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <atomic>
#include <cstddef>

namespace kitt::comms {

/// The purpose for which this rank communicates. `wait`: waiting for the slowest rank before an
/// exchange, if requested. `messages`: samples of messages and of collective operations, whose time
/// is the measured result. `other`: everything outside the other regions.
enum class Region { other, halo, reduction, barrier, wait, messages };
constexpr auto names_of(Region) {
  return std::array{"other", "halo", "reduction", "barrier", "wait", "messages"};
}
inline constexpr std::size_t region_count = names_of(Region{}).size();

/// How a thread enters a region: it starts a new operation there, or continues one. An exchange of
/// faces starts once and continues in many pieces.
enum class Entry { starts, goes_on };

/// Observer of KITT's own communication. Any thread may call the observer. Its functions must not
/// throw.
class TrafficObserver {
public:
  virtual ~TrafficObserver() = default;
  virtual void enter(Region region, Entry entry) noexcept = 0;
  virtual void leave() noexcept = 0; ///< leaves the region that this thread entered last
  /// Called when an exchange is about to begin on all ranks.
  virtual void before_exchange() noexcept = 0;
  /// Called after this rank wrote `bytes` bytes into the memory of rank `to`, which MPI does not
  /// see.
  virtual void written(int to, std::size_t bytes) noexcept = 0;
};

/// Observer of this process, or null. A region costs only one branch while the observer is null.
inline std::atomic<TrafficObserver*> traffic_observer{nullptr};
/// Returns the observer of this process, or null.
inline TrafficObserver* watcher() {
  return traffic_observer.load(std::memory_order_acquire);
}

/// Marks that this thread is in a region during the lifetime of this object.
class [[nodiscard]] TrafficRegion {
public:
  explicit TrafficRegion(Region region, Entry entry = Entry::starts) : observer_(watcher()) {
    if (observer_ != nullptr)
      observer_->enter(region, entry);
  }
  ~TrafficRegion() {
    if (observer_ != nullptr)
      observer_->leave();
  }
  TrafficRegion(TrafficRegion const&) = delete;
  TrafficRegion& operator=(TrafficRegion const&) = delete;

private:
  TrafficObserver* observer_;
};

} // namespace kitt::comms
