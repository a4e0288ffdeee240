// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/pairs/detail/computing_target.hpp"

#include "comms/ranks/simulation.hpp"

#include <atomic>
#include <cstring>

namespace kitt::comms::detail {

namespace {

/// Some microseconds of arithmetic that the compiler must do.
void compute() {
  double volatile result = 1;
  for (int i = 0; i < 1000; ++i)
    result = 0.5 * result + 0.25;
}

} // namespace

ComputingTarget::ComputingTarget(std::byte* finished) : finished_(finished) {
  std::memset(finished, 0, sizeof(std::uint64_t));
}

bool ComputingTarget::is_finished() const {
  auto& number = *reinterpret_cast<std::uint64_t*>(finished_);
  return std::atomic_ref(number).load(std::memory_order_acquire) >= calls_;
}

void ComputingTarget::run() {
  ++calls_;
  auto const begin = machine_seconds();
  if (!began_)
    began_ = begin;
  if (!limit_)
    return;
  while (progressed_ && !is_finished()) {
    compute();
    progressed_ = machine_seconds() - begin < *limit_;
  }
}

void ComputingTarget::helped() {
  if (began_ && !limit_)
    limit_ = 1 + 10 * (machine_seconds() - *began_);
}

} // namespace kitt::comms::detail
