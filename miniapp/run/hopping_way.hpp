// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/lattice/order.hpp"
#include "core/operators/schedule.hpp"
#include "miniapp/run/meter.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kitt::miniapp {

/// How a hopping term goes about memory and faces.
struct HoppingWay {
  Access access = Access::plain;
  std::optional<Strategy> strategy = {}; ///< none where the lattice is not split

  std::string name() const {
    return kitt::to_string(access) + (strategy ? "/" + kitt::to_string(*strategy) : "");
  }
};

/// All ways that can differ here.
inline std::vector<HoppingWay> hopping_ways(bool split) {
  std::vector<HoppingWay> ways;
  for (auto const access : all_accesses)
    if (split)
      for (auto const strategy : {Strategy::sequential, Strategy::overlap})
        ways.push_back({access, strategy});
    else
      ways.push_back({access});
#ifdef KITT_FEW_KERNELS // with prefetches and without is compiled to the same
  ways.resize(split ? 2 : 1);
#endif
  return ways;
}

/// The fastest of these ways to apply an operator, from the best of a few calls: `application(way)`
/// returns a function that applies it once and waits for the result. Collective.
inline HoppingWay
fastest_way(Meter& meter, std::vector<HoppingWay> const& ways,
            std::function<perf::Sampler::Call(HoppingWay const&)> const& application) {
  std::optional<double> best;
  HoppingWay fastest;
  for (auto const& way : ways) {
    perf::SamplingPolicy const few{
        .minimum_seconds = 0.01, .minimum_count = 3, .maximum_seconds = 0.1};
    auto const seconds = meter.sample(application(way), {.policy = few}).seconds.minimum;
    if (!best || seconds < *best) {
      best = seconds;
      fastest = way;
    }
  }
  return fastest;
}

} // namespace kitt::miniapp
