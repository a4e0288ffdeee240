// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/table/distributed_table.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "miniapp/benchmarks/hash/operation_timer.hpp"
#include "miniapp/benchmarks/hash/table_keys.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// `construct`: each rank inserts its keys. `traverse`: each rank visits entries in a random order
/// of its own, reads them and tries to claim them.
enum class TablePhase { construct, traverse };
constexpr auto names_of(TablePhase) {
  return std::array{"construct", "traverse"};
}

struct TableShape {
  TablePhase phase = TablePhase::construct;
  std::size_t entry_bytes = 8;      ///< a multiple of 8
  std::uint64_t keys_of_rank = 1;   ///< that it inserts
  std::size_t batch = 1;            ///< entries that a rank puts at once where they are one owner's
  std::uint64_t visits_of_rank = 0; ///< of a traversal: at most as many as there are entries

  /// What is put or got of an entry: all of it, or its first cache line.
  std::size_t bytes_per_operation() const;
  /// Of a rank: its part of the table, which no owner's random load exceeds by more than six
  /// standard deviations, and what it puts.
  std::size_t memory_of_rank(int ranks) const;
};

/// A table of all ranks as the benchmark times it. Owners have exactly as many slots as keys fall
/// to them: all ranks hash their keys beforehand, and add.
class VerifiedTable {
public:
  /// Collective. Throws UserError if MPI gives no memory for one-sided calls. `world` outlives
  /// this.
  VerifiedTable(comms::Communicator const& world, TableShape const& shape,
                MemorySource const& memory, std::uint64_t seed);

  /// Making a table ready is no communication that counts.
  static constexpr bool marks_messages = true;

  /// The phase, on a table made ready for it. Collective.
  void run();
  /// What this rank has spent so far in phases alone, without making tables ready and waiting for
  /// others, which takes most of the time of run() if the phase is short.
  double seconds() const { return seconds_; }

  /// Checks the whole result of the last phase: how many bytes of entries are wrong where they lie,
  /// or were read in any phase since the last check, and how many counters and claims. What all
  /// ranks together have wrong, rank 0 counts. Collective.
  std::size_t check();
  /// Returns how much is wrong after the last timed phase.
  std::size_t wrong_left() { return check(); }
  /// The same after another phase, whose operations are timed one by one.
  std::size_t wrong_bytes();

  /// Figures that follow from the table and the last wrong_bytes(). Collective.
  void describe(HashCell& cell) const;

  comms::DistributedTable& table() { return table_; } ///< for tests, to spoil it

private:
  void make_ready();
  void run_phase();
  void construct();
  void put_batch(int owner);
  void traverse();
  void visit(std::uint64_t place);
  std::uint64_t reserve(int owner, std::size_t count);
  bool read_and_claim(int owner, std::uint64_t slot);
  /// What lies on this rank.
  struct OwnPart {
    std::size_t wrong = 0;       ///< bytes of entries; counters
    std::uint64_t hashes = 0;    ///< of the keys, their sum
    std::uint64_t claims = 0;    ///< entries that are somebody's
    std::uint64_t claimants = 0; ///< a random word of each, their sum
  };
  OwnPart check_own_part();
  std::vector<std::uint64_t> contradictions(OwnPart const& part);
  std::byte* batch_of(int owner) const;
  std::optional<OperationTimes> times_of(OperationTimer const& timer) const;

  comms::Communicator const* world_;
  TableShape shape_;
  TableKeys keys_;
  std::vector<std::uint64_t> slots_;  ///< of each owner
  std::vector<std::uint64_t> starts_; ///< of each owner: entries of owners before it
  int busiest_;                       ///< the owner with most slots
  comms::DistributedTable table_;
  std::shared_ptr<void> batches_;   ///< for each owner
  std::vector<std::size_t> filled_; ///< entries in its batch
  std::vector<std::byte> read_;     ///< an entry
  std::uint64_t visit_seed_;
  bool constructed_ = false;
  double seconds_ = 0;
  OperationTimer operations_;   ///< batches put, or visits
  OperationTimer reservations_; ///< on the counter of the busiest owner
  // of the last phase, on this rank
  std::size_t wrong_ = 0;
  std::uint64_t won_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t lost_by_all_ = 0; ///< of the last check
};

} // namespace kitt::miniapp
