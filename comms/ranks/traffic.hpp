// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <array>
#include <atomic>
#include <cstddef>

namespace kitt::comms {

/// The purpose for which this rank communicates. `wait`: waiting for the slowest rank before an
/// exchange, where that is asked for; `messages`: samples of messages and of operations of all
/// ranks, whose time is what is measured; `other`: everything outside the regions.
enum class Region { other, halo, reduction, barrier, wait, messages };
constexpr auto names_of(Region) {
  return std::array{"other", "halo", "reduction", "barrier", "wait", "messages"};
}
inline constexpr std::size_t region_count = names_of(Region{}).size();

/// Whether a thread that enters a region starts something new there, or goes on with it: an
/// exchange of faces enters it once and goes on in many pieces.
enum class Entry { starts, goes_on };

/// An observer of KITT's own communication. Any thread calls it, and no function may throw.
class TrafficObserver {
public:
  virtual ~TrafficObserver() = default;
  virtual void enter(Region region, Entry entry) noexcept = 0;
  virtual void leave() noexcept = 0; ///< the region entered last by this thread
  /// An exchange is about to begin, on all ranks.
  virtual void before_exchange() noexcept = 0;
  /// `bytes` were written into the memory of rank `to`, which MPI does not see.
  virtual void written(int to, std::size_t bytes) noexcept = 0;
};

/// The observer of this process, or null. While it is null a region costs one branch.
inline std::atomic<TrafficObserver*> traffic_observer{nullptr};
/// The observer, or null.
inline TrafficObserver* watcher() {
  return traffic_observer.load(std::memory_order_acquire);
}

/// This thread is in a region as long as this object lives.
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
