// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/base/fields.hpp"
#include "perf/record/figure.hpp"

#include <string>
#include <vector>

namespace kitt::perf {

/// Time of one thread of a node, on data in near or far memory.
struct TimedThread {
  std::string kernel;
  int matrix = 0;
  std::string pattern;  ///< "all local" or "half remote"
  std::string relation; ///< relation of the domains of thread and data: "local", "same socket"
  double seconds = 0;
};
constexpr auto fields_of(TimedThread const*) {
  return kitt::fields(field("kernel", &TimedThread::kernel), field("matrix", &TimedThread::matrix),
                      field("pattern", &TimedThread::pattern),
                      field("relation", &TimedThread::relation),
                      field("seconds", &TimedThread::seconds));
}

/// Returns the mean time for each relation. Relations that are not local also get the ratio to the
/// local mean time of their pattern.
std::vector<Figure> figures_of(std::vector<TimedThread> const& threads);

} // namespace kitt::perf
