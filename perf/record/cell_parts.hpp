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
  return kitt::fields(field("order", &Tuning::order), field("order_data", &Tuning::order_data),
                      field("source", &Tuning::source), field("effort", &Tuning::effort),
                      field("candidates", &Tuning::candidates), field("seconds", &Tuning::seconds),
                      field("plain_seconds", &Tuning::plain_seconds), field("time", &Tuning::time));
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
  return kitt::fields(field("strategy", &Communication::strategy),
                      field("transport", &Communication::transport),
                      field("precision", &Communication::precision),
                      field("pack_seconds", &Communication::pack_seconds),
                      field("interior_seconds", &Communication::interior_seconds),
                      field("wait_seconds", &Communication::wait_seconds),
                      field("exterior_seconds", &Communication::exterior_seconds),
                      field("hidden_fraction", &Communication::hidden_fraction),
                      field("bytes_by_messages", &Communication::bytes_by_messages),
                      field("bytes_by_shared_memory", &Communication::bytes_by_shared_memory));
}

} // namespace kitt::perf
