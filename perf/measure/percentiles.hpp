// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <vector>

namespace kitt::perf {

/// How single events spread that were timed each on its own, in seconds.
struct Percentiles {
  std::size_t count = 0; ///< events; of several ranks those of each
  double p50 = 0;        ///< half of them took no longer
  double p90 = 0;
  double p99 = 0;
  double clock_resolution = 0; ///< the shortest time that the clock tells
};
constexpr auto fields_of(Percentiles const*) {
  return kitt::fields(
      field("count", &Percentiles::count, "round trips of a pair").at_least(1),
      field("p50", &Percentiles::p50, "seconds that half of them did not exceed").at_least(0),
      field("p90", &Percentiles::p90, "seconds that 90 % of them did not exceed").at_least(0),
      field("p99", &Percentiles::p99, "seconds that 99 % of them did not exceed").at_least(0),
      field("clock_resolution", &Percentiles::clock_resolution,
            "the shortest time in seconds that the clock told")
          .at_least(0));
}

/// Of samples in any order, at least one: the smallest that so many of them do not exceed ("nearest
/// rank"). Without the clock's resolution.
Percentiles percentiles(std::vector<double> samples);

} // namespace kitt::perf
