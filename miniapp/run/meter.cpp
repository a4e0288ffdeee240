// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/meter.hpp"

#include "core/base/error.hpp"
#include "miniapp/run/node_ceilings.hpp"
#include "perf/ceilings/ceiling_doubts.hpp"

#include <utility>

namespace kitt::miniapp {

namespace {

void check_took_time(perf::Statistics const& seconds) {
  KITT_VALIDATE(!comms::is_simulated() || seconds.median > 0,
                "this call takes no time on the simulated machine (its ranks do not communicate, "
                "and computing takes no simulated time): run it on a real machine, or give "
                "kitt-simulate --computing host");
}

} // namespace

/// Returns a sampler whose times are those of the slowest rank. The clock of a simulated machine is
/// exact, so that its samples may be short.
perf::Sampler Meter::sampler(Sampling const& how) const {
  auto const slowest = [&world = context_.communicator(), waiting = how.waiting](double seconds) {
    if (waiting)
      world.barrier(*waiting);
    return world.max(seconds);
  };
  auto policy = how.policy.value_or(context_.options().sampling());
  if (comms::is_simulated())
    policy.shortest_sample = 0;
  return perf::Sampler(policy, how.clock, slowest, how.check);
}

perf::Measured Meter::sample(perf::Sampler::Call const& call, Sampling const& how) {
  if (how.prepare)
    return {sampler(how).prepared(call, how.prepare)};
  auto const seconds = sampler(how)(call, energy_.available() ? &energy_ : nullptr);
  check_took_time(seconds);
  return {seconds, energy_.use(seconds.count * seconds.calls_per_sample)};
}

perf::Ceilings const& Meter::ceilings() {
  if (ceilings_)
    return *ceilings_;
  auto& record = output_.record();
  ceilings_ = record.ceilings();
  if (!ceilings_ && comms::is_simulated())
    ceilings_.emplace(); // no ceilings, because those of this host are not those of simulated nodes
  if (!ceilings_) {
    output_.show("measuring this machine's ceilings");
    ceilings_ = measure_ceilings("before the cells");
    record.set_ceilings(*ceilings_);
  }
  return *ceilings_;
}

perf::Ceilings Meter::measure_ceilings(std::string const& moment) {
  auto const& header = context_.header();
  auto const& world = context_.communicator();
  perf::SteadySeconds const now;
  auto const begin = now();
  auto found = measure_node_ceilings(world, header.topology, header.configuration.binding,
                                     context_.ranks_on_this_host(), effort_,
                                     context_.options().sampling_share());
  ceilings_measured_ = {now(), output_.record().measured_cells()};
  found.readings = {perf::reading_of(found, moment, world.max(now() - begin))};
  output_.print(""); // clears the progress line
  return found;
}

void Meter::measure_ceilings_again() {
  if (std::exchange(ceilings_measured_again_, true))
    return;
  output_.print("          ceilings are measured again, since the next figure is above them\n");
  raise_ceilings("when a figure was above them");
}

void Meter::raise_ceilings(std::string const& moment) {
  output_.show("measuring this machine's ceilings again");
  ceilings_ = perf::better_of(ceilings(), measure_ceilings(moment));
  output_.record().set_ceilings(*ceilings_);
}

void Meter::compare_ceilings() {
  if (!ceilings_measured_)
    return;
  auto const& record = output_.record();
  perf::SinceCeilings const since{
      .seconds = context_.communicator().max(perf::SteadySeconds()() - ceilings_measured_->at),
      .cells_measured = record.measured_cells() - ceilings_measured_->cells};
  if (!perf::is_worth_repeating(ceilings().readings.back(), since))
    return;
  raise_ceilings("after the cells");
  output_.print(perf::ceilings_text(ceilings().readings));
}

} // namespace kitt::miniapp
