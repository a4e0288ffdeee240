// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/table/distributed_table.hpp"

#include "comms/node/memory.hpp"
#include "comms/ranks/mpi.hpp"
#include "core/backend/memory.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>

namespace kitt::comms {

using detail::check;

namespace {

constexpr char const* advice = "choose another transport of MPI";

MPI_Aint offset(std::size_t bytes) {
  return static_cast<MPI_Aint>(bytes);
}

} // namespace

/// Memory of an owner: its counter, the claims of its slots, and their entries. Counter, claims and
/// entries each begin on a cache line. Claims have 32 bits, because Open MPI 4.1.4 crashes in
/// 64-bit swaps inside a node (Open MPI issues 7967 and 11349).
class DistributedTable::Implementation {
public:
  Implementation(Communicator const& world, std::size_t entry_bytes,
                 std::vector<std::uint64_t> const& slots)
      : world_(&world), entry_bytes_(entry_bytes), slots_(slots),
        window_(world.handle().comm, bytes_within_room(), advice) {}

  std::uint64_t reserve(int owner, std::size_t count) {
    std::uint64_t const taken = count;
    std::uint64_t first = 0;
    check(MPI_Fetch_and_op(&taken, &first, MPI_UINT64_T, owner, 0, MPI_SUM, window_.handle()),
          "MPI_Fetch_and_op");
    window_.flush(owner);
    return first;
  }

  void put(int owner, std::uint64_t slot, std::byte const* entries, std::size_t count) {
    auto const bytes = static_cast<int>(count * entry_bytes_);
    check(MPI_Put(entries, bytes, MPI_BYTE, owner, offset(entry_at(owner, slot)), bytes, MPI_BYTE,
                  window_.handle()),
          "MPI_Put");
    window_.flush(owner);
  }

  void get(int owner, std::uint64_t slot, std::byte* entry, std::size_t bytes) {
    auto const count = static_cast<int>(bytes);
    check(MPI_Get(entry, count, MPI_BYTE, owner, offset(entry_at(owner, slot)), count, MPI_BYTE,
                  window_.handle()),
          "MPI_Get");
    window_.flush(owner);
  }

  bool claim(int owner, std::uint64_t slot) {
    // not const, because SMPI's headers take a non-const pointer
    auto own = static_cast<Claim>(world_->rank());
    auto expected = unclaimed;
    Claim found = 0;
    check(MPI_Compare_and_swap(&own, &expected, &found, MPI_UINT32_T, owner, offset(claim_at(slot)),
                               window_.handle()),
          "MPI_Compare_and_swap");
    window_.flush(owner);
    return found == unclaimed;
  }

  void settle() {
    window_.sync();
    world_->barrier(Waiting::awake);
    window_.sync();
  }

  template <class Number>
  Number& number(std::size_t at) {
    return *reinterpret_cast<Number*>(window_.memory() + at);
  }
  std::byte* entry(std::uint64_t slot) { return window_.memory() + entry_at(world_->rank(), slot); }

  static std::size_t claim_at(std::uint64_t slot) {
    return cache_line_bytes + slot * sizeof(Claim);
  }

private:
  std::size_t bytes_of(int owner) const {
    return entry_at(owner, slots_[static_cast<std::size_t>(owner)]);
  }

  int node_of(int rank) const { return world_->places()[static_cast<std::size_t>(rank)].node; }

  /// Returns the bytes of this rank. Throws UserError if the ranks of a node need more shared
  /// memory than MPI can provide there, which a small window shows. Collective.
  std::size_t bytes_within_room() const {
    auto const free =
        free_bytes_behind(detail::Window(world_->handle().comm, cache_line_bytes, advice).memory());
    double needed = 0;
    for (int rank = 0; rank < world_->size(); ++rank)
      if (node_of(rank) == node_of(world_->rank()))
        needed += static_cast<double>(bytes_of(rank));
    on_all_ranks(*world_, [&] {
      KITT_VALIDATE(
          needed <= free,
          fmt::format("too little shared memory for the table (a node needs {:.1f} MB, but only "
                      "{:.1f} MB are free where MPI keeps it): reduce --bytes, or ask for more "
                      "shared memory (mount -o remount,size=... /dev/shm; docker --shm-size)",
                      needed * 1e-6, free * 1e-6));
    });
    return bytes_of(world_->rank());
  }
  std::size_t entry_at(int owner, std::uint64_t slot) const {
    auto const claims_end = claim_at(slots_[static_cast<std::size_t>(owner)]);
    return whole_cache_lines(claims_end) + slot * entry_bytes_;
  }

  Communicator const* world_;
  std::size_t entry_bytes_;
  std::vector<std::uint64_t> slots_;
  detail::Window window_;
};

DistributedTable::DistributedTable(Communicator const& world, std::size_t entry_bytes,
                                   std::vector<std::uint64_t> const& slots)
    : implementation_(std::make_unique<Implementation>(world, entry_bytes, slots)) {}
DistributedTable::~DistributedTable() = default;
DistributedTable::DistributedTable(DistributedTable&&) noexcept = default;
DistributedTable& DistributedTable::operator=(DistributedTable&&) noexcept = default;

std::uint64_t DistributedTable::reserve(int owner, std::size_t count) {
  return implementation_->reserve(owner, count);
}
void DistributedTable::put(int owner, std::uint64_t slot, std::byte const* entries,
                           std::size_t count) {
  implementation_->put(owner, slot, entries, count);
}
void DistributedTable::get(int owner, std::uint64_t slot, std::byte* entry, std::size_t bytes) {
  implementation_->get(owner, slot, entry, bytes);
}
bool DistributedTable::claim(int owner, std::uint64_t slot) {
  return implementation_->claim(owner, slot);
}
void DistributedTable::settle() {
  implementation_->settle();
}
std::uint64_t& DistributedTable::counter() {
  return implementation_->number<std::uint64_t>(0);
}
DistributedTable::Claim& DistributedTable::claimant(std::uint64_t slot) {
  return implementation_->number<Claim>(Implementation::claim_at(slot));
}
std::byte* DistributedTable::entry(std::uint64_t slot) {
  return implementation_->entry(slot);
}

} // namespace kitt::comms
