// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace kitt::miniapp {

/// Times of single operations in microseconds, on the slowest rank. Each operation is timed
/// separately.
struct OperationTimes {
  double median = 0;
  double p99 = 0; ///< time that 99 % of the operations do not exceed
};
constexpr auto fields_of(OperationTimes const*) {
  return kitt::fields(
      field("median", &OperationTimes::median,
            "median time of one operation in us, on the slowest rank")
          .at_least(0)
          .column("median (us)", as::fixed(3, 8))
          .on_request(),
      field("p99", &OperationTimes::p99,
            "time in us that 99 % of the operations do not exceed, on the slowest rank")
          .at_least(0)
          .column("p99 (us)", as::fixed(3, 8)));
}

/// Measured and verified hash table, distributed over all ranks. All ranks fill the table or visit
/// its entries.
struct HashCell {
  static constexpr char const* benchmark = "hash";

  std::string phase; ///< "construct", "traverse"
  /// Requested bytes of the table on all ranks, with a claim for each entry.
  std::int64_t table_bytes = 0;
  std::int64_t entry_bytes = 0;        ///< bytes of an entry without its claim
  std::int64_t batch = 1;              ///< number of entries that a rank reserves and puts at once
  std::int64_t ranks = 1;              ///< number of ranks; each inserts, owns and visits entries
  std::int64_t visits = 0;             ///< entries that each rank visits; 0 in a construction
  std::size_t entries = 0;             ///< number of entries of the table
  std::size_t bytes_per_operation = 0; ///< bytes of an entry that are put or got
  perf::Statistics seconds;            ///< seconds of a whole phase on the slowest rank
  double verification_error = 0;       ///< number of wrong bytes, counters and claims
  double busiest_counter_share = 1;    ///< entries of the busiest owner / mean of all owners
  /// Times of single insertions, batches or visits in the phase that was verified last.
  std::optional<OperationTimes> operation_microseconds = {};
  /// Times of reservations on the busiest owner's counter, in the construction verified last.
  std::optional<OperationTimes> busiest_counter_microseconds = {};
  /// Number of lost claims in the phase that was verified last.
  std::optional<std::size_t> claims_lost = {};
  perf::EnergyUse energy = {};
};
/// Returns the insertions or visits of all ranks in a call.
std::size_t operations(HashCell const& cell);
/// Returns the operations per second of all ranks, from the median time.
double operations_per_s(HashCell const& cell);
/// Returns the rate at which all ranks put or get entries, in 10^6 bytes per second, from the
/// median time.
double mb_per_s(HashCell const& cell);
/// Returns the time of one insertion or visit in microseconds, from the median time of the slowest
/// rank.
double microseconds_per_operation(HashCell const& cell);
/// Returns the share of all insertions that went to the counter of the busiest owner.
double largest_counter_share(HashCell const& cell);
/// Returns the average number of claims that ranks lose if they visit entries in random orders. The
/// number is exact if each rank visits all entries. Returns nothing for a construction.
std::optional<double> expected_claims_lost(HashCell const& cell);
/// Returns the lost claims divided by the visits. Returns nothing for a construction.
std::optional<double> claims_lost_share(HashCell const& cell);
constexpr auto fields_of(HashCell const*) {
  return kitt::fields(
      field("kernel", &HashCell::phase,
            "phase of the benchmark; construct: insert entries into an empty table; traverse: read "
            "and claim entries in random orders")
          .column("Phase", as::text(9)),
      derived("variant", [](HashCell const&) { return std::string(); },
              {"always empty, because the table always lies in memory of MPI_Win_allocate"}),
      figure("parameters/table_bytes", &HashCell::table_bytes, "bytes",
             "requested bytes of the whole table, with a claim of 4 bytes for each entry")
          .at_least(1),
      figure("parameters/entry_bytes", &HashCell::entry_bytes, "bytes",
             "bytes of an entry without its claim")
          .at_least(8)
          .column("Entry (bytes)", as::text(6)),
      field("entries", &HashCell::entries,
            "number of entries of the table; the construction fills every entry")
          .at_least(1)
          .column("Entries", as::text(10)),
      field("parameters/batch", &HashCell::batch,
            "number of entries of one owner that a rank reserves and puts at once")
          .at_least(1)
          .column("Batch", as::text()),
      field("parameters/ranks", &HashCell::ranks,
            "number of ranks; each rank inserts, owns and visits entries")
          .at_least(1),
      field("parameters/visits", &HashCell::visits,
            "number of entries that each rank visits; 0 for a construction"),
      derived("operations", operations, {"number of insertions or visits of all ranks in a phase"})
          .at_least(1),
      figure("bytes_per_operation", &HashCell::bytes_per_operation, "bytes",
             "bytes that one operation moves: a put moves the whole entry, a get moves its first "
             "64 bytes")
          .at_least(8),
      figure(
          "operations_per_s", [](HashCell const& cell) { return operations_per_s(cell); }, "1/s",
          "insertions or visits per second of all ranks together, from the median time")
          .above(0)
          .compared()
          .column("All ranks (operations/s)", as::fixed(0)),
      figure(
          "mb_per_s", [](HashCell const& cell) { return mb_per_s(cell); }, "MB/s",
          "10^6 bytes per second that all ranks together put or get, from the median time")
          .above(0)
          .column("All ranks (MB/s)", as::fixed(2)),
      figure("microseconds_per_operation", microseconds_per_operation, "us",
             "time of one operation: median time of a phase divided by the operations of one rank")
          .above(0)
          .column("Per operation (us)", as::fixed(3, 9)),
      field("operation_microseconds", &HashCell::operation_microseconds,
            "times of single insertions, batches or visits; each is timed separately in the phase "
            "that was verified last")
          .or_absent()
          .all_columns()
          .column("Single"),
      field("seconds", &HashCell::seconds, "wall time of one phase on the slowest rank"),
      field("verification_error", &HashCell::verification_error,
            "number of wrong bytes, wrong counters and wrong claims")
          .at_least(0),
      field("claims_lost", &HashCell::claims_lost,
            "number of visits to entries that were already claimed, in the traversal that was "
            "verified last; null for a construction"),
      figure("claims_lost_share", claims_lost_share, "",
             "share of visits to entries that were already claimed: claims_lost / operations; "
             "absent for a construction")
          .or_absent()
          .column("Claims lost (%)", as::percent(2, 6)),
      derived("expected_claims_lost", expected_claims_lost,
              {"expected number of lost claims: R s - n (1 - (1 - s/n)^R) for R ranks, s visits of "
               "each rank and n entries; exact if s = n; null for a construction"}),
      field("busiest_counter_share", &HashCell::busiest_counter_share,
            "entries of the rank that owns most entries, divided by the mean over all ranks")
          .at_least(1)
          .column("Busiest counter", as::fixed(3, 7)),
      derived("largest_counter_share", largest_counter_share,
              {"share of all insertions that used the counter of the busiest owner"})
          .above(0)
          .at_most(1),
      field("busiest_counter_microseconds", &HashCell::busiest_counter_microseconds,
            "times of single reservations on the counter of the busiest owner; absent from "
            "traversals")
          .or_absent()
          .column("Its wait"),
      inlined(&HashCell::energy));
}

/// Returns the key that tells this cell from all others.
perf::CellKey key_of(HashCell const& cell);

} // namespace kitt::miniapp
