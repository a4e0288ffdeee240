// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/measure/energy.hpp"
#include "perf/measure/percentiles.hpp"
#include "perf/measure/statistics.hpp"
#include "perf/record/cell_key.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

/// \file
/// The cells of benchmarks of the network, as those of cells.hpp.

namespace kitt::perf {

/// Messages between the ranks of pairs, measured and verified.
struct MessageCell {
  static constexpr char const* benchmark = "p2p";

  std::string pattern;         ///< "ping-pong", "one-way", "both-ways", "put", "get"
  std::string placement;       ///< "between-nodes", "inside-node"
  std::string buffers;         ///< "window": each message of a window has its own; "one", "rotate"
  std::int64_t bytes = 0;      ///< of a message
  std::int64_t window = 1;     ///< messages that a sender has under way at once
  std::int64_t pairs = 1;      ///< that talk at once
  std::string rma_window = {}; ///< of put and get: "allocate", "create", "shared", "dynamic"
  std::string sync = {};       ///< of put and get: "flush", "fence", "lock", "pscw"
  std::string target = {};     ///< of put and get: "waiting", "computing"
  std::size_t messages = 0;    ///< of all pairs in a call, answers of no bytes not counted
  Statistics seconds;          ///< per call, of the slowest rank
  double verification_error = 0; ///< bytes that arrived wrong
  /// Of a ping-pong: halves of single round trips, of the slowest pair.
  std::optional<Percentiles> single_one_way_seconds = {};
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  EnergyUse energy = {};
};
/// In what a cell differs from the usual (a buffer for each message, MPI_Win_allocate, flushes, a
/// target that waits): "rotate, create, pscw"; empty if in nothing. Cells of records that are older
/// than these choices are usual.
std::string unusual(MessageCell const& cell);
/// 10^6 bytes of messages per second, all pairs together, from the median.
double mb_per_s(MessageCell const& cell);
/// All pairs together, from the median.
double messages_per_s(MessageCell const& cell);
/// Seconds that a message of a ping-pong takes, half of a call; none of the other patterns.
std::optional<double> one_way_seconds(MessageCell const& cell);
constexpr auto fields_of(MessageCell const*) {
  return kitt::fields(
      field("kernel", &MessageCell::pattern), field("variant", &MessageCell::placement),
      field("parameters/buffers", &MessageCell::buffers),
      field("parameters/bytes", &MessageCell::bytes),
      field("parameters/window", &MessageCell::window),
      field("parameters/pairs", &MessageCell::pairs),
      field("parameters/rma_window", &MessageCell::rma_window).or_absent(),
      field("parameters/sync", &MessageCell::sync).or_absent(),
      field("parameters/target", &MessageCell::target).or_absent(),
      field("messages", &MessageCell::messages), field("seconds", &MessageCell::seconds),
      field("verification_error", &MessageCell::verification_error), derived("mb_per_s", mb_per_s),
      derived("messages_per_s", messages_per_s), derived("one_way_seconds", one_way_seconds),
      field("single_one_way_seconds", &MessageCell::single_one_way_seconds).or_absent(),
      field("page_bytes_obtained", &MessageCell::page_bytes).since_later(),
      inlined(&MessageCell::energy));
}

/// An operation of all ranks together, measured and verified.
struct CollectiveCell {
  static constexpr char const* benchmark = "collectives";

  /// "barrier", "broadcast", "reduce", "allreduce", "allreduce-by-node", "allgather", "alltoall"
  std::string operation;
  std::int64_t bytes = 0;                     ///< of a block; of a barrier 0
  std::int64_t ranks = 1;                     ///< that take part
  Statistics seconds;                         ///< per call, of the slowest rank
  double verification_error = 0;              ///< bytes that arrived wrong
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  EnergyUse energy = {};
};
double operations_per_s(CollectiveCell const& cell); ///< From the median.
constexpr auto fields_of(CollectiveCell const*) {
  return kitt::fields(field("kernel", &CollectiveCell::operation),
                      derived("variant", [](CollectiveCell const&) { return std::string(); }),
                      field("parameters/bytes", &CollectiveCell::bytes),
                      field("parameters/ranks", &CollectiveCell::ranks),
                      field("seconds", &CollectiveCell::seconds),
                      field("verification_error", &CollectiveCell::verification_error),
                      derived("operations_per_s", operations_per_s),
                      field("page_bytes_obtained", &CollectiveCell::page_bytes).since_later(),
                      inlined(&CollectiveCell::energy));
}

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
  Statistics seconds;                  ///< of a whole phase, of the slowest rank
  double verification_error = 0;       ///< bytes, counters and claims that were wrong
  double busiest_counter_share = 1;    ///< entries of the busiest owner, of the mean of owners
  /// Of insertions (with a batch: of batches) or visits, in the phase that was verified last.
  std::optional<OperationTimes> operation_microseconds = {};
  /// Of reservations on the counter of the busiest owner, in the construction verified last.
  std::optional<OperationTimes> busiest_counter_microseconds = {};
  std::optional<std::size_t> claims_lost = {}; ///< in the phase that was verified last
  EnergyUse energy = {};
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

/// An exchange of every rank with its neighbours, measured and verified.
struct StencilCell {
  static constexpr char const* benchmark = "stencil";

  std::string pattern;               ///< "grid", "off-node"
  std::string requests;              ///< "plain", "persistent"
  std::int64_t dims = 3;             ///< a rank has twice as many neighbours
  std::int64_t bytes = 0;            ///< of a message
  std::int64_t messages = 1;         ///< to each neighbour in a call
  std::int64_t cold_cache_bytes = 0; ///< that each rank walked through before each call
  /// Asked for: "none", "madvise", "explicit"; empty where a run has but one kind.
  std::string hugepages = {};
  std::int64_t nodes = 1;
  std::size_t pairs = 0; ///< of a rank and its neighbour, of all ranks and directions
  std::size_t pairs_between_nodes = 0;
  std::size_t pairs_with_itself = 0;
  std::optional<std::size_t> page_bytes = {}; ///< of the buffers, as found
  Statistics seconds;                         ///< per call, of the slowest rank
  double verification_error = 0;              ///< bytes that arrived wrong
  /// The rate over that of the same exchange of this run on the system's small pages.
  std::optional<double> ratio_to_small_pages = {};
  EnergyUse energy = {};
};
double pairs_per_node(StencilCell const& cell);
double pairs_between_nodes_per_node(StencilCell const& cell);
/// Messages that the ranks of a node send per second, from the median; the mean of all nodes.
double messages_per_s_per_node(StencilCell const& cell);
/// Their 10^6 bytes per second: one way, what comes in is not added.
double mb_per_s_per_node(StencilCell const& cell);
constexpr auto fields_of(StencilCell const*) {
  return kitt::fields(
      field("kernel", &StencilCell::pattern), field("variant", &StencilCell::requests),
      field("parameters/dims", &StencilCell::dims), field("parameters/bytes", &StencilCell::bytes),
      field("parameters/messages", &StencilCell::messages),
      field("parameters/cold_cache_bytes", &StencilCell::cold_cache_bytes),
      field("parameters/hugepages", &StencilCell::hugepages).or_absent(),
      field("nodes", &StencilCell::nodes), field("pairs", &StencilCell::pairs),
      field("pairs_between_nodes", &StencilCell::pairs_between_nodes),
      field("pairs_with_itself", &StencilCell::pairs_with_itself),
      field("page_bytes_obtained", &StencilCell::page_bytes),
      field("seconds", &StencilCell::seconds),
      field("verification_error", &StencilCell::verification_error),
      derived("pairs_per_node", pairs_per_node),
      derived("pairs_between_nodes_per_node", pairs_between_nodes_per_node),
      derived("mb_per_s_per_node", [](StencilCell const& cell) { return mb_per_s_per_node(cell); }),
      derived("messages_per_s_per_node", messages_per_s_per_node),
      field("ratio_to_small_pages", &StencilCell::ratio_to_small_pages).or_absent(),
      inlined(&StencilCell::energy));
}

/// What makes this cell another than the rest.
CellKey key_of(MessageCell const& cell);
/// What makes this cell another than the rest.
CellKey key_of(CollectiveCell const& cell);
/// What makes this cell another than the rest.
CellKey key_of(StencilCell const& cell);
/// What makes this cell another than the rest.
CellKey key_of(HashCell const& cell);

} // namespace kitt::perf
