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
  return kitt::fields(field("median", &OperationTimes::median), field("p99", &OperationTimes::p99));
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
      field("kernel", &HashCell::phase),
      derived("variant", [](HashCell const&) { return std::string(); }),
      field("parameters/table_bytes", &HashCell::table_bytes),
      field("parameters/entry_bytes", &HashCell::entry_bytes),
      field("parameters/batch", &HashCell::batch), field("parameters/ranks", &HashCell::ranks),
      field("parameters/visits", &HashCell::visits), field("entries", &HashCell::entries),
      derived("operations", operations),
      field("bytes_per_operation", &HashCell::bytes_per_operation),
      field("seconds", &HashCell::seconds),
      field("verification_error", &HashCell::verification_error),
      derived("operations_per_s", [](HashCell const& cell) { return operations_per_s(cell); }),
      derived("mb_per_s", [](HashCell const& cell) { return mb_per_s(cell); }),
      derived("microseconds_per_operation", microseconds_per_operation),
      field("busiest_counter_share", &HashCell::busiest_counter_share),
      derived("largest_counter_share", largest_counter_share).since_later(),
      field("operation_microseconds", &HashCell::operation_microseconds).or_absent(),
      field("busiest_counter_microseconds", &HashCell::busiest_counter_microseconds).or_absent(),
      field("claims_lost", &HashCell::claims_lost),
      derived("expected_claims_lost", expected_claims_lost), inlined(&HashCell::energy));
}

/// What makes this cell another than the rest.
perf::CellKey key_of(HashCell const& cell);

} // namespace kitt::miniapp
