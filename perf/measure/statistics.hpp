// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"

#include <cstddef>
#include <vector>

namespace kitt::perf {

/// What a set of samples says. From sample(): seconds per call.
struct Statistics {
  std::size_t count = 0; ///< samples, not calls
  double median = 0;
  double mean = 0;
  double standard_error = 0; ///< of the mean: sqrt(sum (x - mean)^2 / (n - 1) / n); 0 for n = 1
  double minimum = 0;
  double maximum = 0;
  std::size_t calls_per_sample = 1; ///< a sample of a very short call is the mean of several
};
constexpr auto fields_of(Statistics const*) {
  return kitt::fields(
      field("count", &Statistics::count), field("calls_per_sample", &Statistics::calls_per_sample),
      field("median", &Statistics::median), field("mean", &Statistics::mean),
      field("standard_error", &Statistics::standard_error), field("minimum", &Statistics::minimum),
      field("maximum", &Statistics::maximum));
}

/// The median of an even count is the mean of the two in the middle. Throws InternalError if there
/// are no samples.
Statistics summarize(std::vector<double> const& samples);

} // namespace kitt::perf
