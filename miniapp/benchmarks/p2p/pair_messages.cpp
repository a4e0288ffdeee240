// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/p2p/pair_messages.hpp"

#include "comms/ranks/traffic.hpp"
#include "core/fields/random.hpp"

namespace kitt::miniapp {

namespace {

/// Returns the shortest time in seconds that the clock can measure. Returns 0 if the clock stands
/// still.
double clock_resolution() {
  comms::MachineSeconds const now;
  double shortest = 0;
  for (int i = 0; i < 1000; ++i) {
    auto const begin = now();
    auto const seconds = now() - begin;
    if (seconds > 0 && (shortest == 0 || seconds < shortest))
      shortest = seconds;
  }
  return shortest;
}

} // namespace

PairMessages::PairMessages(comms::Communicator const& world,
                           std::vector<comms::RankPair> const& pairs,
                           comms::MessageShape const& shape, MemorySource const& memory,
                           std::uint64_t seed)
    : world_(world), rank_(world.rank()), seed_(seed), partner_(comms::partner_of(rank_, pairs)),
      shape_(shape) {
  if (partner_)
    messages_.emplace(world, pairs, shape, memory);
}

std::uint64_t PairMessages::stream(int sender, int buffer) const {
  auto const number = static_cast<std::uint64_t>(sender) << 32U | static_cast<unsigned>(buffer);
  return counter_bits(counter_bits(seed_, filled_), number);
}

std::size_t PairMessages::wrong_bytes() {
  ++filled_;
  if (!messages_)
    return 0;
  if (messages_->sends())
    for (int i = 0; i < shape_.buffers(); ++i)
      fill_random({messages_->outgoing(i), shape_.bytes}, stream(rank_, i));
  messages_->settle();
  for (int part = 0; part < shape_.parts(); ++part)
    messages_->run();
  return wrong_left();
}

std::size_t PairMessages::wrong_left() {
  if (!messages_)
    return 0;
  messages_->settle();
  std::size_t wrong = 0;
  if (messages_->receives())
    for (int i = 0; i < shape_.buffers(); ++i)
      wrong += count_wrong({messages_->incoming(i), shape_.bytes}, stream(partner_->rank, i));
  return wrong;
}

double PairMessages::seconds() const {
  if (shape_.access.target == comms::RmaTarget::waiting)
    return comms::machine_seconds();
  return messages_ ? messages_->seconds() : 0;
}

std::optional<std::string> PairMessages::failure() const {
  if (world_.sum(messages_ && !messages_->progressed() ? 1 : 0) == 0)
    return std::nullopt;
  return "no passive progress (this MPI completes one-sided calls only when the target calls "
         "MPI): choose another MPI or --sync, or leave --target computing out";
}

perf::Percentiles PairMessages::single_one_way_seconds(std::size_t count,
                                                       std::optional<comms::Waiting> waiting) {
  comms::MachineSeconds const now;
  std::vector<double> samples;
  samples.reserve(count);
  comms::TrafficRegion const region(comms::Region::messages);
  for (std::size_t i = 0; i < count; ++i) {
    auto const begin = now();
    run();
    samples.push_back((now() - begin) / 2);
  }
  if (waiting)
    world_.barrier(*waiting);
  bool const counts = partner_ && partner_->is_first;
  auto const own = perf::percentiles(samples);
  auto const slowest = [&](double seconds) { return world_.max(counts ? seconds : 0); };
  return {.count = count,
          .p50 = slowest(own.p50),
          .p90 = slowest(own.p90),
          .p99 = slowest(own.p99),
          .clock_resolution = slowest(clock_resolution())};
}

} // namespace kitt::miniapp
