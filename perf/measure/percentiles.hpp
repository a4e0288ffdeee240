// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <vector>

namespace kitt::perf {

/// Spread of single events that were timed one by one, in seconds.
struct Percentiles {
  std::size_t count = 0; ///< number of events on all ranks
  double p50 = 0;        ///< time that half of the events did not exceed
  double p90 = 0;
  double p99 = 0;
  double clock_resolution = 0; ///< shortest time that the clock can show
};
constexpr auto fields_of(Percentiles const*) {
  return kitt::fields(
      field("count", &Percentiles::count, "round trips of a pair").at_least(1),
      field("p50", &Percentiles::p50, "seconds that half of them did not exceed").at_least(0),
      field("p90", &Percentiles::p90, "seconds that 90 % of them did not exceed").at_least(0),
      field("p99", &Percentiles::p99, "seconds that 99 % of them did not exceed")
          .at_least(0)
          .column("p99", as::seconds()),
      field("clock_resolution", &Percentiles::clock_resolution,
            "shortest time that the clock can show, in seconds")
          .at_least(0));
}

/// Returns the percentiles of samples in seconds, in any order. The p-th percentile is the smallest
/// sample that p % of the samples do not exceed (the "nearest rank" method). Leaves the resolution
/// of the clock at 0. Requires at least one sample.
Percentiles percentiles(std::vector<double> samples);

} // namespace kitt::perf
