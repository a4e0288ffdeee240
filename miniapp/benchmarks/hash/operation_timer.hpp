// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kitt::miniapp {

/// Timer for single operations. The timer uses the machine's clock, and times include its own cost
/// of about 20 ns. If there are very many operations, the timer measures only every n-th operation.
/// While the timer is off, an operation costs one branch.
class OperationTimer {
public:
  static constexpr std::uint64_t most = std::uint64_t{1} << 16; ///< largest number of kept times

  /// Switches the timer on for about `operations` operations, and drops earlier times.
  void start(std::uint64_t operations) {
    times_.clear();
    next_ = every_ = (operations + most - 1) / most;
  }
  void stop() { every_ = 0; }
  std::vector<double> const& seconds() const { return times_; }

  /// Guard for one operation, which lasts as long as this object.
  class [[nodiscard]] Reading {
  public:
    explicit Reading(OperationTimer& timer)
        : timer_(timer.is_due() ? &timer : nullptr), begin_(timer_ ? comms::machine_seconds() : 0) {
    }
    ~Reading() {
      if (timer_ != nullptr)
        timer_->times_.push_back(comms::machine_seconds() - begin_);
    }
    Reading(Reading const&) = delete;
    Reading& operator=(Reading const&) = delete;

  private:
    OperationTimer* timer_;
    double begin_;
  };

private:
  bool is_due() {
    if (every_ == 0 || --next_ > 0)
      return false;
    next_ = every_;
    return true;
  }

  std::uint64_t every_ = 0; ///< times every n-th operation; 0 if the timer is off
  std::uint64_t next_ = 0;
  std::vector<double> times_;
};

} // namespace kitt::miniapp
