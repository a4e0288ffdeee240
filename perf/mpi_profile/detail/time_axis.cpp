// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "perf/mpi_profile/detail/time_axis.hpp"

#include <algorithm>

namespace kitt::mpi_profile::detail {

void TimeAxis::add(Nanoseconds begin, Nanoseconds end) {
  begin = std::max(begin, Nanoseconds(0));
  while (end > step_ * static_cast<Nanoseconds::rep>(most_steps))
    lengthen(2 * step_);
  while (begin < end) {
    auto const steps_before = begin / step_;
    auto const place = static_cast<std::size_t>(steps_before);
    if (place >= spent_.size())
      spent_.resize(place + 1);
    auto const until = std::min(end, step_ * (steps_before + 1));
    spent_[place] += until - begin;
    begin = until;
  }
}

void TimeAxis::lengthen(Nanoseconds step) {
  while (step_ < step) {
    std::vector<Nanoseconds> longer((spent_.size() + 1) / 2);
    for (std::size_t i = 0; i < spent_.size(); ++i)
      longer[i / 2] += spent_[i];
    spent_ = std::move(longer);
    step_ *= 2;
  }
}

} // namespace kitt::mpi_profile::detail
