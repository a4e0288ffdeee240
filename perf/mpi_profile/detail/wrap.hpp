// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "perf/mpi_profile/detail/next_routine.hpp"
#include "perf/mpi_profile/detail/payload.hpp"
#include "perf/mpi_profile/detail/run_clock.hpp"

/// \file
/// KITT's version of an MPI routine: KITT_MPI(Send, payload, (int, count), ...) defines
/// MPI_Send. KITT's MPI_Send calls the next MPI_Send and records the call. `payload` is an
/// expression of the parameters. The expression is evaluated only while recording.

namespace kitt::mpi_profile::detail {

template <class PayloadOf, class Call>
int profiled(char const* routine, PayloadOf const& payload_of, Call const& call) {
  auto const wanted = watching.load(std::memory_order_relaxed);
  if (wanted == Watching::nothing) [[likely]]
    return call();
  if (wanted == Watching::time)
    return timed(call);
  Outermost const outermost;
  if (!outermost)
    return call();
  auto const payload = payload_of();
  auto const begin = Clock::now();
  auto const code = call();
  record_call(routine, payload, Clock::now() - begin);
  return code;
}

} // namespace kitt::mpi_profile::detail

// Macros that turn a list of (type, name) into parameters and into arguments. A macro does not
// expand itself, so each KITT_EXPAND causes one more expansion.
#define KITT_EXPAND(...) KITT_EXPAND_4(KITT_EXPAND_4(__VA_ARGS__))
#define KITT_EXPAND_4(...) KITT_EXPAND_2(KITT_EXPAND_2(__VA_ARGS__))
#define KITT_EXPAND_2(...) KITT_EXPAND_1(KITT_EXPAND_1(__VA_ARGS__))
#define KITT_EXPAND_1(...) KITT_EXPAND_0(KITT_EXPAND_0(__VA_ARGS__))
#define KITT_EXPAND_0(...) __VA_ARGS__
#define KITT_NOTHING
#define KITT_LIST(each, first, ...)                                                                \
  each first __VA_OPT__(, KITT_LIST_AGAIN KITT_NOTHING()(each, __VA_ARGS__))
#define KITT_LIST_AGAIN() KITT_LIST
#define KITT_PARAMETER(type, name) type name
#define KITT_ARGUMENT(type, name) name
#define KITT_PARAMETERS(...) KITT_EXPAND(KITT_LIST(KITT_PARAMETER, __VA_ARGS__))
#define KITT_ARGUMENTS(...) KITT_EXPAND(KITT_LIST(KITT_ARGUMENT, __VA_ARGS__))

#define KITT_MPI(routine, payload, ...) KITT_MPI_THEN(routine, payload, , __VA_ARGS__)

/// Defines a routine like KITT_MPI. `then`: a statement that is executed after a successful call.
#define KITT_MPI_THEN(routine, payload, then, ...)                                                 \
  extern "C"                                                                                       \
      __attribute__((visibility("default"))) int MPI_##routine(KITT_PARAMETERS(__VA_ARGS__)) {     \
    return ::kitt::mpi_profile::detail::profiled(                                                  \
        "MPI_" #routine, [&] { return payload; },                                                  \
        [&] {                                                                                      \
          KITT_NEXT(next, routine);                                                                \
          int const code = next(KITT_ARGUMENTS(__VA_ARGS__));                                      \
          if (code == MPI_SUCCESS && ::kitt::mpi_profile::recording()) {                           \
            then;                                                                                  \
          }                                                                                        \
          return code;                                                                             \
        });                                                                                        \
  }
