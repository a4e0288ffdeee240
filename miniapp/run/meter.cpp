// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/run/meter.hpp"

#include "comms/halo/halo_exchange.hpp"
#include "comms/node/memory.hpp"
#include "core/backend/backend_traits.hpp"
#include "core/base/error.hpp"
#include "perf/measure/clock_guard.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <utility>
#include <vector>

namespace kitt::miniapp {

namespace {

void check_took_time(perf::Statistics const& seconds) {
  KITT_VALIDATE(!comms::is_simulated() || seconds.median > 0,
                "this call takes no time on the simulated machine (its ranks do not communicate, "
                "and computing takes no simulated time): run it on a real machine, or give "
                "kitt-simulate --computing host");
}

/// Returns the caches that a rank may use: its share of each cache that the ranks of a node use
/// together. The share is the smallest of any rank, so that all ranks measure working sets of equal
/// size. Collective.
std::vector<comms::CacheUse> cache_shares(std::vector<comms::CacheUse> const& own,
                                          comms::Topology const& machine,
                                          comms::Communicator const& world) {
  constexpr int last_level = 4;
  std::vector<comms::CacheUse> result;
  for (int level = 1; level <= last_level; ++level) {
    comms::CacheUse share{.level = level};
    for (auto const& use : own)
      if (use.level == level)
        share = use;
    for (auto const& cache : machine.caches)
      if (cache.level == level && world.ranks_per_node() > 1)
        share.total_bytes =
            std::min(share.total_bytes, cache.size_bytes * static_cast<std::size_t>(cache.count) /
                                            static_cast<std::size_t>(world.ranks_per_node()));
    share.total_bytes = static_cast<std::size_t>(world.min(static_cast<double>(share.total_bytes)));
    if (share.total_bytes > 0)
      result.push_back(share);
  }
  return result;
}

/// Returns the rate in 10^9 bytes/s at which a node sends faces to other nodes, mean over nodes.
/// All ranks exchange faces of 1 MiB in all split directions, as often as fits into `seconds`, and
/// the shortest time counts. Returns 0 if no face leaves a node. Throws like ClockGuard.
/// Collective.
double measure_network(RunContext const& context, double seconds) {
  constexpr std::size_t face_bytes = std::size_t{1} << 20;
  constexpr int fewest = 4;
  auto const& world = context.communicator();
  if (world.nodes() == 1 || context.grid().size() == 1)
    return 0;
  std::array<std::size_t, legs> faces{};
  faces.fill(face_bytes);
  comms::HaloExchange exchange(world, comms::halo_routes(context.grid(), world.rank(), faces),
                               context.options().transport, context.options().huge_pages);
  auto const sent = world.sum(static_cast<double>(exchange.bytes_between_nodes())) / world.nodes();
  perf::SteadySeconds const now;
  perf::ClockGuard guard;
  double shortest = std::numeric_limits<double>::infinity();
  double spent = 0;
  for (int done = 0; done < fewest || spent < seconds; ++done) {
    world.barrier();
    auto const begin = now();
    exchange.begin();
    exchange.send();
    exchange.wait();
    exchange.end();
    auto const taken = world.max(now() - begin);
    shortest = std::min(shortest, taken);
    guard.note(1, taken);
    spent += taken;
  }
  return sent / shortest * 1e-9;
}

} // namespace

/// Returns a sampler that takes the time of the slowest rank. On a simulated machine, samples may
/// be short, because the simulated clock is exact.
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
    ceilings_.emplace(); // empty, because the ceilings of this host do not apply to simulated nodes
  if (!ceilings_) {
    output_.show("measuring this machine's ceilings");
    ceilings_ = measure_ceilings("before the cells");
    record.set_ceilings(*ceilings_);
  }
  return *ceilings_;
}

/// Measures the ceilings of a node, with all its ranks at the same time. Collective.
perf::Ceilings Meter::measure_node() const {
  auto const& world = context_.communicator();
  auto const& machine = context_.header().topology;
  auto binding = context_.header().configuration.binding;
  binding.caches = cache_shares(binding.caches, machine, world);
  auto own = comms::memory_of_rank(context_.ranks_on_this_host());
  auto of_node = machine.memory_bytes;
  if (auto const device = device_of(ExecutionSpace())) {
    binding.caches = {{.level = 2, .total_bytes = device->cache_bytes}};
    own = of_node = device->memory_bytes;
  }
  auto const most = world.min( // the smallest value, so that all ranks measure equal working sets
      static_cast<double>(perf::most_ceiling_bytes(of_node, own, world.ranks_per_node())));
  auto what = perf::ceiling_options(binding, static_cast<std::size_t>(most), effort_);
  what.shorten(context_.options().sampling_share());
  what.slowest = [&](double seconds) { return world.max(seconds); };
  auto found = perf::ceilings_per_node(
      perf::measure_ceilings(what), [&](double value) { return world.sum(value); }, world.nodes());
  found.network_gb_per_s = measure_network(context_, what.seconds_per_peak);
  return found;
}

perf::Ceilings Meter::measure_ceilings(std::string const& moment) {
  perf::SteadySeconds const now;
  auto const begin = now();
  auto found = measure_node();
  ceilings_measured_ = {now(), output_.record().measured_cells()};
  auto const seconds = context_.communicator().max(now() - begin);
  found.readings = {perf::reading_of(found, moment, seconds)};
  output_.print(found.network_gb_per_s > 0
                    ? fmt::format("Ceiling of the network: a node sends {:.3g} GB/s to other nodes "
                                  "(halo exchange with faces of 1 MiB)\n",
                                  found.network_gb_per_s)
                    : ""); // even an empty text clears the progress line
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
