// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/computing_target.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

namespace kitt::comms::detail {

namespace {

/// Lower limit, in seconds, for the time of compute(). compute() does some microseconds of
/// arithmetic that the compiler cannot remove.
constexpr double shortest_computation = 1e-6;
void compute() {
  double volatile result = 1;
  for (int i = 0; i < 1000; ++i)
    result = 0.5 * result + 0.25;
}

} // namespace

ComputingTarget::ComputingTarget(std::byte* finished, std::function<double()> now)
    : finished_(finished), now_(std::move(now)) {
  std::memset(finished, 0, sizeof(std::uint64_t));
}

bool ComputingTarget::is_finished() const {
  auto& number = *reinterpret_cast<std::uint64_t*>(finished_);
  return std::atomic_ref(number).load(std::memory_order_acquire) >= calls_;
}

void ComputingTarget::run() {
  ++calls_;
  auto const begin = now_();
  if (!began_)
    began_ = begin;
  if (!limit_)
    return;
  for (double computed = 0; progressed_ && !is_finished(); computed += shortest_computation) {
    compute();
    // The computed time counts too, because the clock may stand still.
    progressed_ = std::max(computed, now_() - begin) < *limit_;
  }
}

void ComputingTarget::helped() {
  if (began_ && !limit_)
    limit_ = 1 + 10 * std::max(0.0, now_() - *began_);
}

} // namespace kitt::comms::detail
