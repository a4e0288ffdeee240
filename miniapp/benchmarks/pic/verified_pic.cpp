// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/pic/verified_pic.hpp"

#include "core/base/finite.hpp"
#include "miniapp/benchmarks/pic/pic_cell.hpp"
#include "perf/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kitt::miniapp {

namespace {

constexpr std::int64_t most_checked_steps = 10;
/// Largest number of steps for which final states are compared. After more steps the final state
/// depends on rounding in the first steps, and rounding may differ between calls.
constexpr std::int64_t most_compared_steps = 200;

} // namespace

VerifiedPic::VerifiedPic(comms::Communicator const& world, PicShape const& shape,
                         MemorySource const& memory, std::uint64_t seed,
                         std::function<void(std::string const&)> say)
    : say_(std::move(say)), memory_(memory), simulation_(world, shape, memory, seed) {}

void VerifiedPic::run() {
  simulation_.start();
  simulation_.messages().world().barrier();
  auto const sent = simulation_.messages().bytes_sent();
  PicPhases phases;
  auto const began = now_();
  for (std::int64_t step = 0; step < simulation_.shape().steps; ++step)
    simulation_.step(phases);
  seconds_ += now_() - began;
  bytes_of_call_ = simulation_.messages().bytes_sent() - sent;
  particles_at_end_ = simulation_.particles().count;
  phases_.push_back(phases);
  check_end();
}

void VerifiedPic::check_end() {
  check_sums(simulation_, timed_);
  if (simulation_.shape().steps > most_compared_steps)
    return;
  auto const state = state_of(simulation_);
  first_end_ = first_end_.value_or(state);
  auto const off =
      std::abs(state - *first_end_) / static_cast<double>(simulation_.shape().all_particles());
  timed_.end = std::max(timed_.end, error_or_infinity(off));
}

std::size_t VerifiedPic::wrong_bytes() {
  auto const steps = std::min(simulation_.shape().steps, most_checked_steps);
  auto errors = std::exchange(timed_, {});
  auto const& world = simulation_.messages().world();
  comms::MessageChecks messages;
  simulation_.messages().note_in(&messages);
  simulation_.start();
  PicPhases not_timed;
  for (std::int64_t step = 0; step < steps; ++step) {
    simulation_.step(not_timed);
    check_sums(simulation_, errors);
  }
  errors.trajectory = trajectory_error(simulation_, steps, memory_);
  check_wave(simulation_, steps, memory_, errors);
  errors.messages_differ = !messages.agree(world);
  simulation_.messages().note_in(nullptr);
  worst_.charge = std::max(worst_.charge, errors.charge);
  worst_.trajectory = std::max(worst_.trajectory, errors.trajectory);
  auto const faults = errors.faults();
  for (auto const& fault : faults)
    say_(fault);
  return world.rank() == 0 ? faults.size() : 0;
}

void VerifiedPic::describe(PicCell& cell) const {
  auto const& world = simulation_.messages().world();
  auto const median = [&](double PicPhases::*phase) {
    std::vector<double> slowest;
    for (auto const& call : phases_)
      slowest.push_back(world.max(call.*phase));
    return perf::summarize(slowest).median;
  };
  each_phase([&](double PicPhases::*phase) { cell.phases.*phase = median(phase); });
  auto const most = world.max(static_cast<double>(particles_at_end_));
  cell.imbalance = most * world.size() / static_cast<double>(cell.particles);
  cell.bytes_by_messages = static_cast<std::size_t>(world.max(static_cast<double>(bytes_of_call_)));
  cell.verification_error = worst_.charge;
  cell.verification_tolerance = PicErrors::charge_tolerance;
  cell.trajectory_error = worst_.trajectory;
  cell.trajectory_tolerance = PicErrors::trajectory_tolerance;
}

} // namespace kitt::miniapp
