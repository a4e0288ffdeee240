// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "miniapp/benchmarks/hash/verified_table.hpp"

#include "comms/ranks/simulation.hpp"
#include "comms/ranks/traffic.hpp"
#include "miniapp/benchmarks/hash/random_permutation.hpp"
#include "perf/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

namespace kitt::miniapp {

namespace {

/// Returns for each owner how many keys of all ranks belong to it. Collective.
std::vector<std::uint64_t> count_slots(comms::Communicator const& world, TableKeys const& keys) {
  std::vector<std::uint64_t> own(static_cast<std::size_t>(world.size()));
  for (auto key = keys.first(world.rank()); key < keys.first(world.rank() + 1); ++key)
    ++own[static_cast<std::size_t>(keys.owner(key))];
  return world.sums(std::move(own));
}

std::vector<std::uint64_t> starts_of(std::vector<std::uint64_t> const& slots) {
  std::vector<std::uint64_t> starts(slots.size());
  std::exclusive_scan(slots.begin(), slots.end(), starts.begin(), std::uint64_t{0});
  return starts;
}

} // namespace

std::size_t TableShape::bytes_per_operation() const {
  return phase == TablePhase::construct ? entry_bytes : std::min<std::size_t>(64, entry_bytes);
}

std::size_t TableShape::memory_of_rank(int ranks) const {
  auto const mean = static_cast<double>(keys_of_rank);
  auto const most = static_cast<std::size_t>(mean + 6 * std::sqrt(mean) + 1);
  return most * (entry_bytes + sizeof(comms::DistributedTable::Claim)) +
         static_cast<std::size_t>(ranks) * batch * entry_bytes;
}

VerifiedTable::VerifiedTable(comms::Communicator const& world, TableShape const& shape,
                             MemorySource const& memory, std::uint64_t seed)
    : world_(&world), shape_(shape), keys_(seed, shape.keys_of_rank, world.size()),
      slots_(count_slots(world, keys_)), starts_(starts_of(slots_)),
      busiest_(static_cast<int>(std::max_element(slots_.begin(), slots_.end()) - slots_.begin())),
      table_(world, shape.entry_bytes, slots_),
      batches_(memory("kitt::hash::batches", slots_.size() * shape.batch * shape.entry_bytes)),
      filled_(slots_.size()), read_(shape.bytes_per_operation()),
      visit_seed_(counter_bits(counter_bits(seed, 3), static_cast<std::uint64_t>(world.rank()))) {
  for (std::size_t i = 0; i < slots_.size() * shape.batch; ++i)
    keys_.write_common(world.rank(), batch_of(0) + i * shape.entry_bytes, shape.entry_bytes);
}

std::byte* VerifiedTable::batch_of(int owner) const {
  return static_cast<std::byte*>(batches_.get()) +
         static_cast<std::size_t>(owner) * shape_.batch * shape_.entry_bytes;
}

void VerifiedTable::run() {
  make_ready();
  run_phase();
}

void VerifiedTable::run_phase() {
  comms::TrafficRegion const region(comms::Region::messages);
  comms::MachineSeconds const now;
  auto const begin = now();
  if (shape_.phase == TablePhase::construct)
    construct();
  else
    traverse();
  seconds_ += now() - begin;
  table_.settle();
}

/// Makes the table ready for a phase. Slots are overwritten with invalid entries, so that results
/// of an earlier call cannot count for this one. Before a repeated traversal only the claims are
/// reset, because a traversal does not change entries.
void VerifiedTable::make_ready() {
  auto const slots = slots_[static_cast<std::size_t>(world_->rank())];
  bool const emptied = shape_.phase == TablePhase::construct || !constructed_;
  if (emptied) {
    table_.counter() = 0;
    std::memset(table_.entry(0), 0xff, slots * shape_.entry_bytes);
  }
  for (std::uint64_t slot = 0; slot < slots; ++slot)
    table_.claimant(slot) = comms::DistributedTable::unclaimed;
  table_.settle();
  if (emptied && shape_.phase == TablePhase::traverse) {
    construct();
    constructed_ = true;
    table_.settle();
  }
}

void VerifiedTable::construct() {
  auto const own = world_->rank();
  for (auto key = keys_.first(own); key < keys_.first(own + 1); ++key) {
    auto const owner = keys_.owner(key);
    auto& filled = filled_[static_cast<std::size_t>(owner)];
    keys_.write_key(key, batch_of(owner) + filled * shape_.entry_bytes, shape_.entry_bytes);
    if (++filled == shape_.batch)
      put_batch(owner);
  }
  for (int i = 1; i <= world_->size(); ++i) // ranks begin with different owners
    put_batch((own + i) % world_->size());
}

void VerifiedTable::put_batch(int owner) {
  auto const count = std::exchange(filled_[static_cast<std::size_t>(owner)], 0);
  if (count == 0)
    return;
  OperationTimer::Reading const reading(operations_);
  auto const slot = reserve(owner, count);
  if (slot + count <= slots_[static_cast<std::size_t>(owner)])
    table_.put(owner, slot, batch_of(owner), count);
  else
    // A counter is wrong in this case, because there are slots for all keys.
    wrong_ += count * shape_.entry_bytes;
}

std::uint64_t VerifiedTable::reserve(int owner, std::size_t count) {
  if (owner != busiest_)
    return table_.reserve(owner, count);
  OperationTimer::Reading const reading(reservations_);
  return table_.reserve(owner, count);
}

void VerifiedTable::traverse() {
  won_ = lost_ = 0;
  RandomPermutation const place(visit_seed_, keys_.count());
  for (std::uint64_t i = 0; i < shape_.visits_of_rank; ++i)
    visit(place(i));
}

/// Visits an entry. `place` is the number of the entry, counted over all owners and their slots.
void VerifiedTable::visit(std::uint64_t place) {
  auto const after = std::upper_bound(starts_.begin(), starts_.end(), place);
  auto const owner = static_cast<int>(after - starts_.begin()) - 1;
  auto const slot = place - starts_[static_cast<std::size_t>(owner)];
  ++(read_and_claim(owner, slot) ? won_ : lost_);
  wrong_ += keys_.wrong_bytes(owner, read_.data(), read_.size());
}

bool VerifiedTable::read_and_claim(int owner, std::uint64_t slot) {
  OperationTimer::Reading const reading(operations_);
  table_.get(owner, slot, read_.data(), read_.size());
  return table_.claim(owner, slot);
}

std::size_t VerifiedTable::wrong_bytes() {
  auto const batches = shape_.keys_of_rank / shape_.batch + slots_.size();
  make_ready();
  operations_.start(shape_.phase == TablePhase::construct ? batches : shape_.visits_of_rank);
  if (shape_.phase == TablePhase::construct)
    reservations_.start(batches / slots_.size() + 1);
  run_phase();
  operations_.stop();
  reservations_.stop();
  return check();
}

std::size_t VerifiedTable::check() {
  auto const part = check_own_part();
  auto differences = contradictions(part);
  differences.push_back(lost_);
  auto totals = world_->sums(std::move(differences));
  lost_by_all_ = totals.back();
  totals.pop_back();
  auto wrong = std::exchange(wrong_, 0) + part.wrong;
  if (world_->rank() == 0)
    wrong += totals.size() - static_cast<std::size_t>(std::count(totals.begin(), totals.end(), 0U));
  return wrong;
}

VerifiedTable::OwnPart VerifiedTable::check_own_part() {
  auto const slots = slots_[static_cast<std::size_t>(world_->rank())];
  OwnPart part;
  for (std::uint64_t slot = 0; slot < slots; ++slot) {
    auto const* const entry = table_.entry(slot);
    part.wrong += keys_.wrong_bytes(world_->rank(), entry, shape_.entry_bytes);
    part.hashes += keys_.hash(TableKeys::get(entry, 0));
    auto const claimant = table_.claimant(slot);
    if (claimant == comms::DistributedTable::unclaimed)
      continue;
    ++part.claims;
    part.claimants += keys_.hash(claimant);
  }
  part.wrong += table_.counter() == slots ? 0 : 1;
  part.wrong += won_ + lost_ == shape_.visits_of_rank ? 0 : 1;
  return part;
}

/// Returns differences whose sums over all ranks must be 0, modulo 2^64:
/// - slots taken, minus keys inserted;
/// - hashes of the keys in the table, minus hashes of the inserted keys;
/// - claims in the table, minus claims that ranks won;
/// - a random word of each claimant, minus a random word of each winner. If all ranks visit all
///   entries, each entry is won by one rank and lost by all others. Complete traversals give two
///   more differences.
std::vector<std::uint64_t> VerifiedTable::contradictions(OwnPart const& part) {
  auto const own = world_->rank();
  std::uint64_t inserted = 0;
  for (auto key = keys_.first(own); key < keys_.first(own + 1); ++key)
    inserted += keys_.hash(key);
  std::vector<std::uint64_t> differences{
      table_.counter() - shape_.keys_of_rank, part.hashes - inserted, part.claims - won_,
      part.claimants - won_ * keys_.hash(static_cast<std::uint64_t>(own))};
  if (shape_.visits_of_rank == keys_.count()) {
    differences.push_back(won_ - shape_.keys_of_rank);
    differences.push_back(lost_ - (keys_.count() - shape_.keys_of_rank));
  }
  return differences;
}

/// Returns the times of operations in microseconds, on the slowest rank. Returns nothing if no
/// operation was timed. Collective.
std::optional<OperationTimes> VerifiedTable::times_of(OperationTimer const& timer) const {
  auto const& seconds = timer.seconds();
  auto const own = seconds.empty() ? perf::Percentiles{} : perf::percentiles(seconds);
  auto const slowest = [&](double value) { return 1e6 * world_->max(value); };
  OperationTimes const times{slowest(own.p50), slowest(own.p99)};
  return times.p99 > 0 ? std::optional(times) : std::nullopt;
}

void VerifiedTable::describe(HashCell& cell) const {
  cell.operation_microseconds = times_of(operations_);
  cell.busiest_counter_microseconds = times_of(reservations_);
  auto const most = slots_[static_cast<std::size_t>(busiest_)];
  cell.busiest_counter_share = static_cast<double>(most) / static_cast<double>(shape_.keys_of_rank);
  if (shape_.phase == TablePhase::traverse)
    cell.claims_lost = lost_by_all_;
}

} // namespace kitt::miniapp
