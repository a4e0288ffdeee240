// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <vector>

namespace kitt::perf {

/// Statistics of a set of samples. Samples of sample() are seconds per call.
struct Statistics {
  std::size_t count = 0; ///< number of samples, not calls
  double median = 0;
  double mean = 0;
  /// Standard error of the mean: sqrt(sum (x - mean)^2 / (n - 1) / n); 0 for n = 1.
  double standard_error = 0;
  double minimum = 0;
  double maximum = 0;
  /// Calls per sample; above 1 if each sample is the mean of several very short calls.
  std::size_t calls_per_sample = 1;
};
/// Statistics whose standard error is a larger fraction of the mean are uncertain.
inline constexpr double largest_relative_error = 0.05;
/// Returns the standard error divided by the mean.
double relative_error(Statistics const& statistics);
constexpr auto fields_of(Statistics const*) {
  return kitt::fields(
      field("count", &Statistics::count, "number of samples").at_least(2),
      field("calls_per_sample", &Statistics::calls_per_sample,
            "calls timed together as one sample; minimum and maximum are means of such samples")
          .at_least(1),
      figure("median", &Statistics::median, "s", "median of the samples")
          .above(0)
          .column("Time per call", as::seconds()),
      figure("mean", &Statistics::mean, "s", "mean of the samples").above(0),
      figure("standard_error", &Statistics::standard_error, "s", "standard error of the mean"),
      figure("relative_standard_error", relative_error, "",
             "standard error of the mean, divided by the mean")
          .column("+- (%)", as::percent())
          .doubtful_above(largest_relative_error),
      figure("minimum", &Statistics::minimum, "s", "shortest sample")
          .above(0)
          .column("Shortest call", as::seconds())
          .on_request(),
      figure("maximum", &Statistics::maximum, "s", "longest sample")
          .above(0)
          .column("Longest call", as::seconds())
          .on_request());
}

/// Returns the statistics of samples. The median of an even number of samples is the mean of the
/// two in the middle. Throws InternalError if there are no samples.
Statistics summarize(std::vector<double> const& samples);

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
