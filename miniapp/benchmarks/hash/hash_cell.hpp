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

/// Single operations that were timed one by one: microseconds of the slowest rank.
struct OperationTimes {
  double median = 0;
  double p99 = 0; ///< what 99 of 100 do not exceed
};
constexpr auto fields_of(OperationTimes const*) {
  return kitt::fields(
      field("median", &OperationTimes::median, "of a rank's, the slowest rank").at_least(0),
      field("p99", &OperationTimes::p99,
            "what 99 of 100 of a rank's do not exceed, the slowest rank")
          .at_least(0));
}

/// A table distributed over all ranks, filled or walked by all of them, measured and verified.
struct HashCell {
  static constexpr char const* benchmark = "hash";

  std::string phase;                   ///< "construct", "traverse"
  std::int64_t table_bytes = 0;        ///< as asked: of all ranks, with a claim for each entry
  std::int64_t entry_bytes = 0;        ///< without its claim
  std::int64_t batch = 1;              ///< entries that a rank reserves and puts at once
  std::int64_t ranks = 1;              ///< each inserts, owns and visits entries
  std::int64_t visits = 0;             ///< entries that each rank visits; of a construction 0
  std::size_t entries = 0;             ///< of the table
  std::size_t bytes_per_operation = 0; ///< of an entry, put or got
  perf::Statistics seconds;            ///< of a whole phase, of the slowest rank
  double verification_error = 0;       ///< bytes, counters and claims that were wrong
  double busiest_counter_share = 1;    ///< entries of the busiest owner, of the mean of owners
  /// Of insertions (with a batch: of batches) or visits, in the phase that was verified last.
  std::optional<OperationTimes> operation_microseconds = {};
  /// Of reservations on the counter of the busiest owner, in the construction verified last.
  std::optional<OperationTimes> busiest_counter_microseconds = {};
  std::optional<std::size_t> claims_lost = {}; ///< in the phase that was verified last
  perf::EnergyUse energy = {};
};
/// Insertions or visits in a call, all ranks.
std::size_t operations(HashCell const& cell);
double operations_per_s(HashCell const& cell); ///< All ranks, from the median.
/// 10^6 bytes of entries put or got per second, all ranks, from the median.
double mb_per_s(HashCell const& cell);
/// Microseconds of the slowest rank for each insertion or visit of a rank, from the median.
double microseconds_per_operation(HashCell const& cell);
/// Share of all insertions that went to the counter of the busiest owner.
double largest_counter_share(HashCell const& cell);
/// Claims that are lost on the average by ranks that visit in random orders; exact if each visits
/// all entries. None of a construction.
std::optional<double> expected_claims_lost(HashCell const& cell);
constexpr auto fields_of(HashCell const*) {
  return kitt::fields(
      field(
          "kernel", &HashCell::phase,
          "the phase: entries inserted into an empty table, or read and claimed in random orders"),
      derived("variant", [](HashCell const&) { return std::string(); },
              {"empty: in memory of MPI_Win_allocate"}),
      figure("parameters/table_bytes", &HashCell::table_bytes, "bytes",
             "as asked: of all ranks, with a claim of 4 bytes for each entry")
          .at_least(1),
      figure("parameters/entry_bytes", &HashCell::entry_bytes, "bytes", "without its claim")
          .at_least(8),
      field("parameters/batch", &HashCell::batch,
            "entries of one owner that a rank reserves and puts at once")
          .at_least(1),
      field("parameters/ranks", &HashCell::ranks, "that insert, own and visit entries").at_least(1),
      field("parameters/visits", &HashCell::visits,
            "entries that each rank visits; 0 for a construction"),
      field("entries", &HashCell::entries, "of the table, which is full once it is constructed")
          .at_least(1),
      derived("operations", operations, {"insertions or visits of all ranks in a phase"})
          .at_least(1),
      figure("bytes_per_operation", &HashCell::bytes_per_operation, "bytes",
             "of an entry: all of it is put, its first 64 bytes are got")
          .at_least(8),
      field("seconds", &HashCell::seconds, "Wall time of one call in seconds, of the slowest rank"),
      field("verification_error", &HashCell::verification_error,
            "bytes, counters and claims that were wrong")
          .at_least(0),
      figure(
          "operations_per_s", [](HashCell const& cell) { return operations_per_s(cell); }, "1/s",
          "all ranks, from the median time")
          .above(0),
      figure(
          "mb_per_s", [](HashCell const& cell) { return mb_per_s(cell); }, "MB/s",
          "10^6 bytes of entries put or got per second, all ranks, from the median time")
          .above(0),
      figure("microseconds_per_operation", microseconds_per_operation, "us",
             "median time / operations of one rank")
          .above(0),
      field("busiest_counter_share", &HashCell::busiest_counter_share,
            "entries of the owner that has most, over the mean of owners")
          .at_least(1),
      derived("largest_counter_share", largest_counter_share,
              {"of all insertions, those that went to the counter of the busiest owner"})
          .above(0)
          .at_most(1)
          .since_later(),
      field("operation_microseconds", &HashCell::operation_microseconds,
            "of single insertions (with a batch: of batches) or visits, timed one by one in the "
            "phase that was verified last")
          .or_absent(),
      field("busiest_counter_microseconds", &HashCell::busiest_counter_microseconds,
            "of single reservations on the counter of the busiest owner; absent from traversals "
            "and from older records")
          .or_absent(),
      field("claims_lost", &HashCell::claims_lost,
            "visits that found an entry claimed, in the traversal that was verified last; null for "
            "a construction"),
      derived("expected_claims_lost", expected_claims_lost,
              {"R s - n (1 - (1 - s/n)^R) for R ranks, s visits of each, n entries; exact if s = "
               "n; null for a construction"}),
      inlined(&HashCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(HashCell const& cell);

} // namespace kitt::miniapp
