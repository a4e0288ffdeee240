// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "comms/ranks/simulation.hpp"
#include "comms/table/distributed_table.hpp"
#include "core/backend/memory.hpp"
#include "core/base/fields.hpp"
#include "miniapp/benchmarks/hash/hash_cell.hpp"
#include "miniapp/benchmarks/hash/table_keys.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kitt::miniapp {

/// Timer for single operations. The timer uses the machine's clock, and times include its own cost
/// of about 20 ns. If there are very many operations, the timer measures only every n-th operation.
/// While the timer is off, an operation costs one branch.
class OperationTimer {
public:
  static constexpr std::uint64_t most = std::uint64_t{1} << 16; ///< largest number of kept times

  /// Switches the timer on for about `operations` operations, and drops earlier times.
  void start(std::uint64_t operations) {
    times_.clear();
    next_ = every_ = (operations + most - 1) / most;
  }
  void stop() { every_ = 0; }
  std::vector<double> const& seconds() const { return times_; }

  /// Guard for one operation, which lasts as long as this object.
  class [[nodiscard]] Reading {
  public:
    explicit Reading(OperationTimer& timer)
        : timer_(timer.is_due() ? &timer : nullptr), begin_(timer_ ? comms::machine_seconds() : 0) {
    }
    ~Reading() {
      if (timer_ != nullptr)
        timer_->times_.push_back(comms::machine_seconds() - begin_);
    }
    Reading(Reading const&) = delete;
    Reading& operator=(Reading const&) = delete;

  private:
    OperationTimer* timer_;
    double begin_;
  };

private:
  bool is_due() {
    if (every_ == 0 || --next_ > 0)
      return false;
    next_ = every_;
    return true;
  }

  std::uint64_t every_ = 0; ///< times every n-th operation; 0 if the timer is off
  std::uint64_t next_ = 0;
  std::vector<double> times_;
};

/// Phase of the benchmark.
/// - `construct`: each rank inserts its keys.
/// - `traverse`: each rank visits entries in its own random order, reads them and tries to claim
///   them.
enum class TablePhase { construct, traverse };
constexpr auto names_of(TablePhase) {
  return std::array{"construct", "traverse"};
}

struct TableShape {
  TablePhase phase = TablePhase::construct;
  std::size_t entry_bytes = 8;    ///< size of an entry in bytes, a multiple of 8
  std::uint64_t keys_of_rank = 1; ///< number of keys that each rank inserts
  std::size_t batch = 1;          ///< number of entries for one owner that a rank puts together
  /// number of entries that each rank visits in a traversal, at most the number of all entries
  std::uint64_t visits_of_rank = 0;

  /// Returns the bytes of an entry that one operation puts or gets: all bytes in `construct`, at
  /// most 64 in `traverse`.
  std::size_t bytes_per_operation() const;
  /// Returns the bytes that a rank needs: its part of the table, and the entries that wait to be
  /// put. The part includes six standard deviations of the random number of keys.
  std::size_t memory_of_rank(int ranks) const;
};

/// Distributed table for timing and verification. All ranks hash their keys in advance and add up
/// the counts, so each owner has exactly as many slots as keys.
class VerifiedTable {
public:
  /// Builds an empty table. Requires that `world` outlives this object. Throws UserError if MPI
  /// gives no memory for one-sided calls. Collective.
  VerifiedTable(comms::Communicator const& world, TableShape const& shape,
                MemorySource const& memory, std::uint64_t seed);

  /// Phases count as message time in the profile. Making a table ready does not count.
  static constexpr bool marks_messages = true;

  /// Makes the table ready and runs the phase. Collective.
  void run();
  /// Returns the seconds of this rank in all phases so far. The seconds exclude making tables ready
  /// and waiting for other ranks, which dominate run() if the phase is short.
  double seconds() const { return seconds_; }

  /// Checks the whole result of the last phase. Returns how many bytes of entries are wrong in this
  /// rank's part, how many were read wrongly since the last check, and how many counters and claims
  /// are wrong. Errors that only the sums over all ranks show count on rank 0. Collective.
  std::size_t check();
  /// Returns the number of errors after the last timed phase. Collective.
  std::size_t wrong_left() { return check(); }
  /// Runs another phase, times its operations one by one, and returns the number of errors.
  /// Collective.
  std::size_t wrong_bytes();

  /// Adds the figures of the table and of the last wrong_bytes() to `cell`. Collective.
  void describe(HashCell& cell) const;

  comms::DistributedTable& table() { return table_; } ///< the table; tests spoil it

private:
  void make_ready();
  void run_phase();
  void construct();
  void put_batch(int owner);
  void traverse();
  void visit(std::uint64_t place);
  std::uint64_t reserve(int owner, std::size_t count);
  bool read_and_claim(int owner, std::uint64_t slot);
  /// Summary of the part of the table on this rank.
  struct OwnPart {
    std::size_t wrong = 0;       ///< number of wrong bytes in entries, and of wrong counters
    std::uint64_t hashes = 0;    ///< sum of the hashes of its keys
    std::uint64_t claims = 0;    ///< number of entries that a rank has claimed
    std::uint64_t claimants = 0; ///< sum of a random word of each claimant
  };
  OwnPart check_own_part();
  std::vector<std::uint64_t> contradictions(OwnPart const& part);
  std::byte* batch_of(int owner) const;
  std::optional<OperationTimes> times_of(OperationTimer const& timer) const;

  comms::Communicator const* world_;
  TableShape shape_;
  TableKeys keys_;
  std::vector<std::uint64_t> slots_;  ///< number of slots of each owner
  std::vector<std::uint64_t> starts_; ///< for each owner: number of entries of all owners before it
  int busiest_;                       ///< rank of the owner with most slots
  comms::DistributedTable table_;
  std::shared_ptr<void> batches_;   ///< entries that wait to be put, one batch for each owner
  std::vector<std::size_t> filled_; ///< number of waiting entries, for each owner
  std::vector<std::byte> read_;     ///< entry that was read last
  std::uint64_t visit_seed_;
  bool constructed_ = false;
  double seconds_ = 0;
  OperationTimer operations_;   ///< times of batches that were put, or of visits
  OperationTimer reservations_; ///< times of reservations on the counter of the busiest owner
  // Results of the last phase on this rank:
  std::size_t wrong_ = 0;
  std::uint64_t won_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t lost_by_all_ = 0; ///< number of lost claims of all ranks, at the last check
};

} // namespace kitt::miniapp
