// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/json/json_text.hpp"

#include <cstddef>
#include <optional>
#include <string>

/// \file
/// Parts of cells of several benchmarks.

namespace kitt::perf {

/// Choice of the order of sites of a `tuned` cell.
struct Tuning {
  std::string order;   ///< order in words: "tile all.4.4.all, s all, access plain"
  JsonText order_data; ///< order as data (order_json.hpp)
  std::string source;  ///< origin: "searched" in this run, or "cache file"
  std::string effort;  ///< "quick" or "full"
  std::size_t candidates = 0;
  double seconds = 0;       ///< seconds per call in the search
  double plain_seconds = 0; ///< seconds per call of the plainest order in the search
  std::string time;         ///< end of the search: ISO 8601, UTC
};
constexpr auto fields_of(Tuning const*) {
  return kitt::fields(
      field("order", &Tuning::order, "the order in words").not_empty(),
      field("order_data", &Tuning::order_data,
            "order of sites as data; null if sites are not cut into tiles"),
      field("source", &Tuning::source,
            "origin of the order: searched in this run, or taken from the cache file")
          .like("^(searched|cache file)$"),
      field("effort", &Tuning::effort, "effort of the search").like("^(quick|full)$"),
      field("candidates", &Tuning::candidates, "number of orders that the search compared")
          .at_least(1),
      figure("seconds", &Tuning::seconds, "s", "time of a call in the search").above(0),
      figure("plain_seconds", &Tuning::plain_seconds, "s",
             "time of a call in the plainest order, measured in the search")
          .above(0),
      field("time", &Tuning::time, "end of the search, ISO 8601, UTC"));
}

/// Cost of the halo exchange in a cell on a split lattice. Seconds are per call: the median over
/// all calls on the slowest rank. Bytes are the maximum over ranks of the bytes that one rank sends
/// in one call.
struct Communication {
  std::string strategy;  ///< "sequential" or "overlap"
  std::string transport; ///< "mpi", "shm" or "direct"
  std::string precision; ///< halo precision: "same", "single" or "half"
  double pack_seconds = 0;
  /// Seconds of the interior; sequential: of the pass over all directions.
  double interior_seconds = 0;
  double wait_seconds = 0;
  double exterior_seconds = 0; ///< 0 when sequential
  /// Fraction of the sequential wait that the overlap removed. Empty if the sequential variant was
  /// not run.
  std::optional<double> hidden_fraction;
  std::size_t bytes_by_messages = 0;
  std::size_t bytes_by_shared_memory = 0;
};
constexpr auto fields_of(Communication const*) {
  return kitt::fields(
      field("strategy", &Communication::strategy,
            "strategy of the exchange; sequential: wait for halos first; overlap: compute the "
            "interior before waiting for halos")
          .like("^(sequential|overlap)$"),
      field("transport", &Communication::transport,
            "inside a node: mpi (messages), shm (shared memory) or direct (messages from the "
            "memory of "
            "a GPU)")
          .like("^(mpi|shm|direct)$"),
      field("precision", &Communication::precision, "halo precision; same: precision of the fields")
          .like("^(same|single|half)$"),
      figure("pack_seconds", &Communication::pack_seconds, "s",
             "time to project and pack half spinors and to start the exchange")
          .column("Pack", as::seconds())
          .on_request(),
      figure("interior_seconds", &Communication::interior_seconds, "s",
             "time to compute the interior; for sequential, time of the only pass, which adds all "
             "directions")
          .column("Interior", as::seconds())
          .on_request(),
      figure("wait_seconds", &Communication::wait_seconds, "s", "time spent waiting for halos")
          .column("Wait", as::seconds())
          .on_request(),
      figure("exterior_seconds", &Communication::exterior_seconds, "s",
             "time to add the directions from other ranks; 0 for sequential")
          .column("Exterior", as::seconds())
          .on_request(),
      field("hidden_fraction", &Communication::hidden_fraction,
            "share of the waiting time of the sequential strategy that the overlap removed; null "
            "if the sequential strategy was not run")
          .at_least(0)
          .at_most(1)
          .column("Waiting hidden (%)", as::percent())
          .on_request(),
      figure("bytes_by_messages", &Communication::bytes_by_messages, "bytes",
             "bytes that one rank sends in one call through MPI, maximum over ranks")
          .column("Sent by messages", as::bytes())
          .on_request(),
      figure("bytes_by_shared_memory", &Communication::bytes_by_shared_memory, "bytes",
             "bytes that one rank writes in one call into another rank's memory, maximum over "
             "ranks")
          .column("By shared memory", as::bytes())
          .on_request());
}

} // namespace kitt::perf
