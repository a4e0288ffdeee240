// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

namespace kitt {

/// Whether the faces are waited for first, or travel while the interior is computed.
enum class Strategy { sequential, overlap };

inline std::string to_string(Strategy strategy) {
  return strategy == Strategy::sequential ? "sequential" : "overlap";
}

/// What half spinors are rounded to while they travel from rank to rank; `same`: nothing, they keep
/// the fields' own precision.
enum class Travel { same, single_precision, half_precision };

inline std::string to_string(Travel travel) {
  constexpr std::array names{"same", "single", "half"};
  return names[static_cast<std::size_t>(travel)];
}

/// What the steps of a hopping term on a split lattice have taken, all calls together. `interior`
/// is, when sequential, the one pass that adds all legs; there is no exterior then.
struct StepSeconds {
  double pack = 0;
  double interior = 0;
  double wait = 0;
  double exterior = 0;
  std::size_t calls = 0;
};

/// How a hopping term on a split lattice goes about its steps.
struct Schedule {
  Strategy strategy = Strategy::sequential;
  /// Threads that drive the exchange while the others compute the interior; with none the interior
  /// is computed in slices, and the exchange driven between them.
  int comms_threads = 0;
  StepSeconds* seconds = nullptr; ///< where to add what the steps take; null: nowhere
};

/// Adds the time since it was made, or since the last step's end, to a step.
class StepClock {
public:
  explicit StepClock(StepSeconds* seconds) : seconds_(seconds) {}
  void ends(double StepSeconds::*step) {
    if (seconds_ == nullptr)
      return;
    auto const now = Clock::now();
    seconds_->*step += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

private:
  using Clock = std::chrono::steady_clock;
  StepSeconds* seconds_;
  Clock::time_point last_ = Clock::now();
};

} // namespace kitt
