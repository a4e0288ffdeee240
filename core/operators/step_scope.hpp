// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/operators/schedule.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <array>
#include <cstddef>

namespace kitt {

/// A scope object that lives as long as a step of an operator. Kokkos Tools see a region such as
/// "kitt::interior". At the end of the scope the observer is called. The names of regions are so
/// short that std::string allocates no memory.
class StepScope {
public:
  StepScope(Schedule const& schedule, Step step)
      : schedule_(schedule), step_(step), region_(name(step)) {}
  ~StepScope() { schedule_.tell(step_); }
  StepScope(StepScope const&) = delete;
  StepScope& operator=(StepScope const&) = delete;

private:
  static char const* name(Step step) {
    constexpr std::array names{"kitt::pack", "kitt::interior", "kitt::wait", "kitt::exterior"};
    return names[static_cast<std::size_t>(step)];
  }

  Schedule const& schedule_;
  Step step_;
  Kokkos::Profiling::ScopedRegion region_;
};

} // namespace kitt
