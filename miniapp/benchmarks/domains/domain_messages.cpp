// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/domains/domain_messages.hpp"

#include "comms/pairs/message_pair.hpp"
#include "core/fields/random.hpp"

#include <fmt/format.h>
#include <utility>

namespace kitt::miniapp {

int DomainBlock::partner(int rank) const {
  auto const partner = comms::partner_of(rank, pairs);
  return partner ? partner->rank : rank;
}

bool DomainBlock::is_off_node(comms::NodeDomain const& domain) const {
  return comms::partner_of(domain.ranks.front(), pairs).has_value();
}

DomainMessages::DomainMessages(comms::Communicator const& world, DomainBlock block,
                               std::size_t bytes, int repeats, std::optional<DomainCell> control,
                               MemorySource const& memory, std::uint64_t seed)
    : world_(&world), block_(std::move(block)), partner_(block_.partner(world.rank())),
      repeats_(repeats), control_(std::move(control)), seed_(seed) {
  auto const take = [&](char const* label) {
    memory_.push_back(memory(label, bytes));
    return std::span(static_cast<std::byte*>(memory_.back().get()), bytes);
  };
  outgoing_ = take("kitt::domains::outgoing_messages");
  incoming_ = take("kitt::domains::incoming_messages");
}

void DomainMessages::run() {
  calls_.push_back(comms::timed_receives(*world_, partner_, outgoing_, incoming_, repeats_));
  seconds_ += calls_.back();
}

std::uint64_t DomainMessages::stream(int sender) const {
  return counter_bits(counter_bits(seed_, filled_), static_cast<std::uint64_t>(sender));
}

std::size_t DomainMessages::wrong_left() const {
  return count_wrong(incoming_, stream(partner_));
}

std::size_t DomainMessages::wrong_bytes() {
  ++filled_;
  fill_random(outgoing_, stream(world_->rank()));
  comms::timed_receives(*world_, partner_, outgoing_, incoming_, 1);
  return wrong_left();
}

void DomainMessages::describe(DomainCell& cell) const {
  std::vector<double> seconds; // median seconds of each rank
  for (auto const& text : world_->gather(fmt::format("{}", perf::summarize(calls_).median)))
    seconds.push_back(std::stod(text));
  cell.times.clear();
  for (auto const& domain : block_.domains) {
    std::vector<double> of_ranks;
    for (auto const rank : domain.ranks)
      of_ranks.push_back(seconds[static_cast<std::size_t>(rank)]);
    cell.times.push_back({.node = domain.node,
                          .number = domain.number,
                          .numa_domain = domain.place.domain,
                          .has_network_device = domain.place.has_network_device,
                          .off_node = block_.is_off_node(domain)});
    set_times(cell.times.back(), of_ranks);
  }
  if (control_)
    set_against(*control_, cell);
}

} // namespace kitt::miniapp
