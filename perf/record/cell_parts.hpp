// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/json/json_text.hpp"

#include <cstddef>
#include <optional>
#include <string>

/// \file
/// What cells of several benchmarks say.

namespace kitt::perf {

/// How the order of a `tuned` cell was chosen.
struct Tuning {
  std::string order;   ///< in words: "tile all.4.4.all, s all, access plain"
  JsonText order_data; ///< the same as data (order_json.hpp)
  std::string source;  ///< "searched" in this run, or "cache file"
  std::string effort;  ///< "quick" or "full"
  std::size_t candidates = 0;
  double seconds = 0;       ///< per call, in the search
  double plain_seconds = 0; ///< of the plainest order, measured beside it
  std::string time;         ///< of the search: ISO 8601, UTC
};
constexpr auto fields_of(Tuning const*) {
  return kitt::fields(
      field("order", &Tuning::order, "the order in words").not_empty(),
      field("order_data", &Tuning::order_data, "the same as data; null: not cut"),
      field("source", &Tuning::source, "searched in this run, or taken from the cache file")
          .like("^(searched|cache file)$"),
      field("effort", &Tuning::effort, "effort of the search").like("^(quick|full)$"),
      field("candidates", &Tuning::candidates, "orders that the search compared").at_least(1),
      figure("seconds", &Tuning::seconds, "s", "time of a call in the search").above(0),
      figure("plain_seconds", &Tuning::plain_seconds, "s",
             "time of a call in the plainest order, measured beside it")
          .above(0),
      field("time", &Tuning::time, "end of the search, ISO 8601, UTC"));
}

/// What exchanging faces adds to a cell on a split lattice. Seconds are per call, the median of
/// all calls, of the slowest rank; bytes are what one rank sends in one call, the most of any.
struct Communication {
  std::string strategy;  ///< "sequential" or "overlap"
  std::string transport; ///< "mpi" or "shm"
  std::string precision; ///< of what travels: "same", "single" or "half"
  double pack_seconds = 0;
  double interior_seconds = 0; ///< sequential: of the one pass that adds all legs
  double wait_seconds = 0;
  double exterior_seconds = 0; ///< 0 when sequential
  /// Fraction of the sequential run's wait that the overlap removed; none if that was not run.
  std::optional<double> hidden_fraction;
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
};
constexpr auto fields_of(Communication const*) {
  return kitt::fields(
      field("strategy", &Communication::strategy, "faces waited for first, or behind the interior")
          .like("^(sequential|overlap)$"),
      field("transport", &Communication::transport, "inside a node: messages, or shared memory")
          .like("^(mpi|shm)$"),
      field("precision", &Communication::precision,
            "of half spinors that travel; same: as the fields")
          .like("^(same|single|half)$"),
      figure("pack_seconds", &Communication::pack_seconds, "s",
             "projecting and packing, and starting the exchange"),
      figure("interior_seconds", &Communication::interior_seconds, "s",
             "sequential: the one pass that adds all legs"),
      figure("wait_seconds", &Communication::wait_seconds, "s", "for faces not there yet"),
      figure("exterior_seconds", &Communication::exterior_seconds, "s",
             "adding the legs from other ranks; 0 when sequential"),
      field("hidden_fraction", &Communication::hidden_fraction,
            "of the waiting of the same variant run sequentially, how much has gone; null: that "
            "was not run")
          .at_least(0)
          .at_most(1),
      figure("bytes_by_messages", &Communication::bytes_by_messages, "bytes",
             "sent by one rank in one call through MPI, the most of any rank"),
      figure("bytes_by_shared_memory", &Communication::bytes_by_shared_memory, "bytes",
             "the same, written into another rank's memory"));
}

} // namespace kitt::perf
